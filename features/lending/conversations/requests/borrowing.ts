import { type Askable, mayBeAsked } from '#features/places/letterboxes/askable.ts'
import type { ErrorCode } from '#platform/shared/errors.ts'

/** What the decision needs to know of the letterbox whose owner is asked. */
export interface AskedLetterbox extends Askable {
  /** Whether the borrower manages it, as its owner or as a member of the household. */
  own: boolean
  on_map: boolean
  reseller: boolean
  /** Whether the item is one of its stickers. */
  lends_item: boolean
}

export interface BorrowRequest {
  /** Null while logged out. */
  borrower: {
    id: string
    email_confirmed: boolean
    enable_messaging: boolean
    /**
     * Where it is off nobody can ask this account, and it may ask others whether it takes messages
     * or not.
     */
    show_on_map: boolean
  } | null
  lender_id: string
  /** Null when there is no such user, or one without a letterbox. */
  letterbox: AskedLetterbox | null
}

/**
 * The code with which the server answers each refusal. The refusal tells the screen more than the
 * code does.
 */
export const REFUSAL_CODES = {
  own: 'own_letterbox',
  hidden: 'not_found',
  reseller: 'not_borrowable',
  outOfReach: 'not_borrowable',
  noMessages: 'not_borrowable',
  noRequests: 'not_borrowable',
  otherItem: 'not_borrowable',
  loggedOut: 'unauthorized',
  unconfirmed: 'email_not_confirmed',
  ownMessagingOff: 'messaging_disabled',
} as const satisfies Record<string, ErrorCode>
export type BorrowRefusal = keyof typeof REFUSAL_CODES

/**
 * The first reason why this letterbox cannot be asked for this item, or null: the one place where
 * this is decided. A hidden letterbox is answered exactly like one that does not exist, hence
 * before anything that only an existing one could be refused for. What only the borrower can change
 * comes last.
 */
export function refuseBorrow({
  borrower,
  lender_id,
  letterbox,
}: BorrowRequest): BorrowRefusal | null {
  if (borrower?.id === lender_id || letterbox?.own) return 'own'
  if (!letterbox?.on_map) return 'hidden'
  if (letterbox.reseller) return 'reseller'
  if (letterbox.reachable === false) return 'outOfReach'
  if (!letterbox.enable_messaging) return 'noMessages'
  if (!mayBeAsked(letterbox)) return 'noRequests'
  if (!letterbox.lends_item) return 'otherItem'
  if (!borrower) return 'loggedOut'
  if (!borrower.email_confirmed) return 'unconfirmed'
  return borrower.enable_messaging || !borrower.show_on_map ? null : 'ownMessagingOff'
}
