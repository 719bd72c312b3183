import type { Db } from '../db/client.ts'
import { redeemAndLock } from '../identity/redeeming.ts'
import type { TokenKind } from '../identity/tokens.queries.ts'
import { forgetRefused } from './refused-addresses.ts'

/**
 * As {@link redeemAndLock}, for a link or a code that was mailed: whoever uses it gets mails at the address it was mailed
 * to, so nothing is held against it any more.
 */
export async function redeemMailed(tx: Db, kind: TokenKind, secret: string, now: Date) {
  const redeemed = await redeemAndLock(tx, kind, secret, now)
  if (redeemed?.email) await forgetRefused(tx, redeemed.email)
  return redeemed
}
