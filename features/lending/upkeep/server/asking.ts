import { type NoticeLinks, notify } from '#features/people/notifications/server/door.ts'
import { markAsAsked, stopReminders } from '#features/places/letterboxes/reach/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { NotifyDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import type { ConfirmationAnswer } from '../contract.ts'
import { itemsConfirmation } from './mails.ts'
import { createUpkeepToken, findUserOfToken } from './upkeep-tokens.queries.ts'

/** Owners are asked about stickers older than this. */
const CONFIRMED_FOR_MS = 365 * DAY_MS
/** Owners who do not answer are asked again after this. */
const ASK_AGAIN_AFTER_MS = 30 * DAY_MS
/** Owners asked per round: the mail server of a small community cannot send more. */
const BATCH = 50
/** Where mail programs post to stop these mails (RFC 8058). */
export const STOP_PATH = '/api/v1/letterboxes/stopConfirmation'

/**
 * Stops the yearly mails for the receiver of the link. Returns false for an invalid link; repeating it is
 * harmless.
 */
export async function stopAsking(db: Db, secret: string, now: Date): Promise<boolean> {
  const userId = await findUserOfToken(db, secret, now)
  if (userId === null) return false
  await stopReminders(db, userId)
  return true
}

async function askOne(tx: Db, deps: NotifyDeps, owner: UserRow, now: Date): Promise<void> {
  const secret = await createUpkeepToken(tx, owner.id, now)
  const path = paths.updateLetterBoxItems()
  const mail = ({ atOnce, page }: NoticeLinks) => {
    const answerUrl = (answer: ConfirmationAnswer) =>
      page(atOnce ? paths.confirmItems({ token: secret, answer }) : path)
    return itemsConfirmation({
      firstname: owner.firstname,
      stillTrueUrl: answerUrl('still_true'),
      changeUrl: page(path),
      takeOffUrl: answerUrl('take_off'),
    })
  }
  const oneClickUrl = `${deps.config.publicUrl}${STOP_PATH}?token=${secret}`
  await notify(tx, deps, { user: owner, kind: 'community', path, mail, oneClickUrl }, now)
}

/**
 * Asks owners whose stickers were not confirmed for a year. Letterboxes are locked and marked in the transaction
 * that writes the mails, so that only one process asks.
 * @returns how many were asked.
 */
export async function askForConfirmation(tx: Db, deps: NotifyDeps, now: Date): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const owners = await markAsAsked(
    tx,
    {
      confirmedBefore: before(CONFIRMED_FOR_MS),
      askedBefore: before(ASK_AGAIN_AFTER_MS),
      atMost: BATCH,
    },
    now,
  )
  for (const owner of owners) await askOne(tx, deps, owner, now)
  return owners.length
}
