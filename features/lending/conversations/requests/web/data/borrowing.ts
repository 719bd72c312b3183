import type { Session, User } from '#features/people/accounts/web/data/door.ts'
import type { Letterbox } from '#features/places/letterboxes/contract.ts'
import { type BorrowRefusal, refuseBorrow } from '../../borrowing.ts'

/** The user of the map, logged in or not. */
export type Viewer = Pick<Session, 'user' | 'loading'>

/**
 * Why the user cannot request an item of the letterbox; null if they can. Letterboxes on the screen are known to
 * be on the map and to list only what they lend; the server checks again.
 */
export function borrowRefusal(
  letterbox: Pick<
    Letterbox,
    'id' | 'user_id' | 'role_name' | 'enable_messaging' | 'takes_requests'
  > & { reachable?: boolean | undefined },
  user: Pick<User, 'id' | 'email_confirmed' | 'privacy' | 'letterbox'> | null,
): BorrowRefusal | null {
  return refuseBorrow({
    borrower: user && {
      id: user.id,
      email_confirmed: user.email_confirmed,
      enable_messaging: user.privacy.enable_messaging,
      show_on_map: user.privacy.show_on_map,
    },
    lender_id: letterbox.user_id,
    letterbox: {
      own: user?.letterbox?.id === letterbox.id,
      on_map: true,
      enable_messaging: letterbox.enable_messaging,
      takes_requests: letterbox.takes_requests,
      reachable: letterbox.reachable,
      reseller: letterbox.role_name === 'reseller',
      lends_item: true,
    },
  })
}
