import { lockOwn } from '#features/places/letterboxes/members/server/door.ts'
import { findLetterboxOfUser } from '#features/places/letterboxes/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { answerTo } from '#platform/server/questions.ts'
import { assignCode, lockCode } from './codes.queries.ts'
import { SENT_SHEETS } from './questions.ts'

type ClaimDeps = Pick<Deps, 'database' | 'clock' | 'features'>

/** Whether the viewer has a letterbox and can have received the unclaimed sheet. */
export async function mayClaim(deps: ClaimDeps, code: string, viewer: Viewer): Promise<boolean> {
  const { orm } = deps.database
  const own = await findLetterboxOfUser(orm, viewer.id)
  if (!own) return false
  const receiver = { userId: viewer.id, letterbox: own.letterbox }
  return answerTo(deps, SENT_SHEETS).canBeReceivedBy(orm, code, receiver)
}

/**
 * Connects the code of a sheet with the viewer's letterbox. Throws `conflict` if the viewer has none, `forbidden` if
 * the sheet was sent to another person.
 * @returns the id of the letterbox; null if there is no such sheet. A code of another letterbox, which may be hidden,
 * counts as none
 */
export function claimSheet(deps: ClaimDeps, code: string, viewer: Viewer): Promise<string | null> {
  return deps.database.orm.transaction(async (tx) => {
    const { letterbox } = await lockOwn(tx, viewer)
    if (!letterbox) throw new AppError('conflict')
    const sheet = await lockCode(tx, code)
    // A second click, or another member of the household.
    if (sheet?.letterbox_id === letterbox.id && !sheet.ended_at) return letterbox.id
    if (sheet?.letterbox_id !== null) return null
    const receiver = { userId: viewer.id, letterbox }
    if (!(await answerTo(deps, SENT_SHEETS).canBeReceivedBy(tx, code, receiver))) {
      throw new AppError('forbidden')
    }
    await assignCode(tx, code, letterbox.id, deps.clock())
    return letterbox.id
  })
}

/** Whether the viewer ordered the unclaimed sheet. */
export const mayGiveAway = (deps: ClaimDeps, code: string, viewer: Viewer): Promise<boolean> =>
  answerTo(deps, SENT_SHEETS).isOrderedBy(deps.database.orm, code, viewer.id)

/**
 * Lets any member claim a sheet that the viewer ordered. Throws `forbidden` if another person did.
 * @returns false if there is no such sheet, or it is claimed
 */
export function giveSheetAway(deps: ClaimDeps, code: string, viewer: Viewer): Promise<boolean> {
  const sheets = answerTo(deps, SENT_SHEETS)
  return deps.database.orm.transaction(async (tx) => {
    const sheet = await lockCode(tx, code)
    if (sheet?.letterbox_id !== null) return false
    if (!(await sheets.isOrderedBy(tx, code, viewer.id))) throw new AppError('forbidden')
    await sheets.giveAway(tx, code, deps.clock())
    return true
  })
}
