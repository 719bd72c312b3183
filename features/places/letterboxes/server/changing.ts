import { LENDING } from '#features/places/letterboxes/lent/server/door.ts'
import {
  type LockedAccount,
  type LockedLetterbox,
  lockOwn,
} from '#features/places/letterboxes/members/server/door.ts'
import { momentOf } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { answerTo } from '#platform/server/questions.ts'
import type { OwnLetterbox } from '../contract.ts'
import { findLetterboxOfUser } from './letterboxes.queries.ts'
import { presentOwnLetterbox } from './presenter.ts'

type ChangeDeps = Pick<Deps, 'letterboxFeed' | 'database' | 'clock' | 'config' | 'features'>

/** The viewer's letterbox after the map is up to date with it. Throws `conflict` if there is none. */
export async function answerOwn(deps: ChangeDeps, viewer: Viewer): Promise<OwnLetterbox> {
  const { letterboxFeed, database } = deps
  const [full, runningLoans] = await Promise.all([
    findLetterboxOfUser(database.orm, viewer.id),
    answerTo(deps, LENDING).findRunningOfUser(database.orm, viewer.id),
  ])
  if (!full) throw new AppError('conflict')
  await letterboxFeed.refresh([full.letterbox.id])
  return presentOwnLetterbox(full, runningLoans, momentOf(deps), viewer.id)
}

/** Changes the viewer's letterbox and returns its new state once the map shows it too. */
export async function changeOwn(
  deps: ChangeDeps,
  viewer: Viewer,
  write: (tx: Db, letterbox: LockedLetterbox, account: LockedAccount, now: Date) => Promise<void>,
): Promise<OwnLetterbox> {
  await deps.database.orm.transaction(async (tx) => {
    const { account, letterbox } = await lockOwn(tx, viewer)
    if (!letterbox) throw new AppError('conflict')
    await write(tx, letterbox, account, deps.clock())
  })
  return answerOwn(deps, viewer)
}
