import { file } from '#features/shop/orders/bank-statements/server/camt.thread.ts?thread'
import { readApart } from '#platform/server/uploads/read-apart.ts'
import type { ReadStatement } from './camt.thread.ts'
import { type BankStatement, CamtError } from './camt.ts'

/** A statement of 2 MB takes half a second. */
const LIMITS = { milliseconds: 8_000, megabytes: 256 }

/** Reads a bank's file in a separate thread. Throws {@link CamtError}. */
export async function readStatement(xml: string): Promise<BankStatement> {
  const answer = await readApart<string, ReadStatement>(file, xml, LIMITS)
  if ('refused' in answer) throw new CamtError(answer.refused)
  return answer
}
