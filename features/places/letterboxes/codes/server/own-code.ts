import { eq } from 'drizzle-orm'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { letterboxes } from '../../tables.ts'
import type { OwnCode } from '../contract.ts'
import { findOwnCode, insertCode } from './codes.queries.ts'

/** The code of a letterbox; created when it is needed first. Throws `conflict` if the letterbox is gone. */
export async function ownCodeOf(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  letterboxId: string,
): Promise<OwnCode> {
  const code = await findOwnCode(database.orm, letterboxId)
  if (code) return code
  return database.orm.transaction(async (tx) => {
    // Locked, so that two devices do not create one each.
    const [letterbox] = await tx
      .select({ id: letterboxes.id })
      .from(letterboxes)
      .where(eq(letterboxes.id, letterboxId))
      .for('update')
    if (!letterbox) throw new AppError('conflict')
    const createdMeanwhile = await findOwnCode(tx, letterboxId)
    if (createdMeanwhile) return createdMeanwhile
    return { code: await insertCode(tx, letterboxId, clock()), further: 0, came: 0 }
  })
}
