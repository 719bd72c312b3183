import type { Db } from '../db/client.ts'
import { redeemAndLock } from '../identity/redeeming.ts'
import type { TokenKind } from '../identity/tokens.queries.ts'
import { forgetRefused } from './refused-addresses.ts'

/**
 * Like {@link redeemAndLock}, for a mailed link or code: using it proves that mails reach the address, so its refusals
 * and pauses are cleared.
 */
export async function redeemMailed(tx: Db, kind: TokenKind, secret: string, now: Date) {
  const redeemed = await redeemAndLock(tx, kind, secret, now)
  if (redeemed?.email) await forgetRefused(tx, redeemed.email)
  return redeemed
}
