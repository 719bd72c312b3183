import type { User } from '@letterlend/contract/accounts.ts'
import type { Letterbox } from '@letterlend/contract/letterboxes.ts'

/** What the borrow modal shows. */
export type BorrowVariant =
  | 'loggedOut'
  | 'own'
  | 'notBorrowable'
  | 'unconfirmed'
  | 'messagingOff'
  | 'form'

/** The server decides again; this only chooses what to say. */
export function borrowVariant(
  letterbox: Pick<Letterbox, 'id' | 'role_name' | 'enable_messaging'>,
  user: (Pick<User, 'email_confirmed' | 'privacy'> & { letterbox: { id: string } | null }) | null,
): BorrowVariant {
  if (user?.letterbox && letterbox.id === user.letterbox.id) return 'own'
  if (letterbox.role_name === 'reseller' || !letterbox.enable_messaging) return 'notBorrowable'
  if (!user) return 'loggedOut'
  if (!user.email_confirmed) return 'unconfirmed'
  return user.privacy.enable_messaging ? 'form' : 'messagingOff'
}
