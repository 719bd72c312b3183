import type { Db } from '../db/client.ts'
import type { TokenRow, UserRow } from './tables.ts'
import { findTokenOwner, redeemToken, type TokenKind } from './tokens.queries.ts'
import { lockUser } from './users.queries.ts'

/**
 * Redeems a token and locks its account. The account is locked first, as everywhere; otherwise a deletion could cause a
 * deadlock. `email` is the address that the token was mailed to, `transaction_id` the conversation it opens.
 */
export async function redeemAndLock(
  tx: Db,
  kind: TokenKind,
  secret: string,
  now: Date,
): Promise<({ user: UserRow } & Pick<TokenRow, 'email' | 'transaction_id'>) | null> {
  const ownerId = await findTokenOwner(tx, kind, secret, now)
  const user = ownerId && (await lockUser(tx, ownerId))
  const token = user && (await redeemToken(tx, kind, secret, now))
  return token ? { user, email: token.email, transaction_id: token.transaction_id } : null
}
