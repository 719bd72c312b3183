import type { Db } from '../db/client.ts'
import type { TokenRow, UserRow } from './tables.ts'
import { findTokenOwner, redeemToken, type TokenKind } from './tokens.queries.ts'
import { lockUser } from './users.queries.ts'

/**
 * Uses a token up and locks its account, which is locked first as everywhere: the other order could
 * end in a deadlock with a deletion. `email` is the address that the token was mailed to,
 * `transaction_id` the conversation that it opens.
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
