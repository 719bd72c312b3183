import { type Askable, mayBeAsked } from '#features/places/letterboxes/askable.ts'
import type { ErrorCode } from '#platform/shared/errors.ts'

/** What the decision needs to know about the letterbox that is asked. */
export interface AskedLetterbox extends Askable {
  /** Whether the borrower manages it, as owner or as a member of the household. */
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
     * If it is off, no one can ask this account. The account may ask others then, even without accepting messages
     * itself.
     */
    show_on_map: boolean
  } | null
  lender_id: string
  /** Null if there is no such user, or the user has no letterbox. */
  letterbox: AskedLetterbox | null
}

/** The API's error code for each refusal. A refusal is more specific than its code. */
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
 * The first reason why this letterbox cannot be asked for this item, or null: the only place where this is
 * decided. A hidden letterbox gives the same result as a missing one, so that check comes before all those that
 * only an existing letterbox can fail. What the borrower can change comes last.
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
