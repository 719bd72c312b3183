import { holdAccounts } from '#features/lending/conversations/transactions/server/door.ts'
import { type NoticeLinks, notify } from '#features/people/notifications/server/door.ts'
import { findItemNames } from '#features/places/items/server/door.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import type { MailContent } from '#platform/server/mail/mail-template.ts'
import { HOUR_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { WAIT_DAYS } from '../contract.ts'
import {
  findAskedPlaces,
  findCopies,
  findLine,
  findMovingThings,
  type PlaceRow,
  type Thing,
} from './line.queries.ts'
import { announceLine } from './line-news.ts'
import { waitEnded, type YourTurn, yourTurn } from './mails.ts'
import { stepsFor } from './turns.rules.ts'
import { deleteWait, moveTries, storeTurn, takeTurnBack } from './waits.queries.ts'

/** The letterbox does not lend the thing any more. */
const NO_COPIES = { copies: 0, taken: 0 }

const addressOf = ({ address, postcode, city }: PlaceRow) => `${address}, ${postcode} ${city}`

/**
 * Notifies a member at once, whatever the settings: the member has asked for it.
 * @param mail its content for an item's name
 */
async function tell(
  tx: Db,
  deps: Deps,
  { place, path, now }: { place: PlaceRow; path: string; now: Date },
  mail: (item: string, links: NoticeLinks) => MailContent,
): Promise<void> {
  const user = await findUser(tx, place.user_id)
  if (!user) return
  const item = (await findItemNames(tx, place.item_id))(user.lang)
  const notice = { user, path, kind: 'request', asked: true } as const
  const tag = `wait-${place.letterbox_id}-${place.item_id}`
  await notify(tx, deps, { ...notice, tag, mail: (links) => mail(item, links) }, now)
}

/** Begins a member's turn and notifies the member. */
async function beginTurn(tx: Db, deps: Deps, place: PlaceRow, now: Date): Promise<void> {
  const { user_id, letterbox_id, item_id } = place
  const { timeZone, publicUrl } = deps.config
  const { wait_hours } = deps.settings.current().limits
  const turn_until = new Date(now.getTime() + wait_hours * HOUR_MS)
  const secret = newSecret()
  const turn = { told_at: now, turn_until, leave_hash: hashSecret(secret) }
  if (!(await storeTurn(tx, place, turn))) return
  const path = paths.letterbox(letterbox_id, { sticker: item_id })
  await tell(tx, deps, { place, path, now }, (item, { atOnce, page }) =>
    yourTurn({
      userId: user_id,
      letterboxId: letterbox_id,
      itemId: item_id,
      item,
      address: addressOf(place),
      until: turn_until.toISOString(),
      timeZone,
      askUrl: page(path),
      leaveUrl: atOnce ? publicUrl + paths.leaveWait({ token: secret }) : page(paths.wishes()),
    }),
  )
}

/** Ends a wait that has become pointless, and notifies the member. */
async function giveUp(tx: Db, deps: Deps, place: PlaceRow, now: Date): Promise<void> {
  if (!(await deleteWait(tx, place))) return
  const path = paths.map({ sticker: place.item_id })
  await tell(tx, deps, { place, path, now }, (item, { page }) =>
    waitEnded({
      item,
      reason: place.state === 'gone' ? 'gone' : 'time',
      address: place.visible ? addressOf(place) : null,
      days: WAIT_DAYS,
      url: page(path),
    }),
  )
}

/** The steps for one line, read under its lock, so that two processes never notify a member twice. */
async function moveLine(tx: Db, deps: Deps, thing: Thing): Promise<void> {
  await takeLock(tx, 'waits', `${thing.letterbox_id} ${thing.item_id}`)
  const now = deps.clock()
  const line = await findLine(tx, thing)
  const copies = await findCopies(tx, thing, dayIn(deps.config.timeZone, now))
  const steps = stepsFor(line, copies ?? NO_COPIES, now)
  const changed = Object.values(steps).flat()
  if (changed.length === 0) return
  // Accounts come before their rows, in the order in which removing an account locks them.
  await holdAccounts(
    tx,
    [...steps.begin, ...steps.giveUp].map(({ user_id }) => user_id),
  )
  for (const place of steps.end) await deleteWait(tx, place)
  for (const place of steps.giveUp) await giveUp(tx, deps, place, now)
  for (const place of steps.takeBack) await takeTurnBack(tx, place)
  for (const place of steps.begin) await beginTurn(tx, deps, place, now)
  await announceLine(
    tx,
    thing,
    changed.map(({ user_id }) => user_id),
  )
}

/** Compares lines with the copies that are free, and begins and ends turns. Safe in several processes at once. */
async function moveLines(deps: Deps, signal: AbortSignal): Promise<void> {
  const { orm } = deps.database
  await moveTries(orm)
  const now = deps.clock()
  for (const thing of await findMovingThings(orm, now, dayIn(deps.config.timeZone, now))) {
    if (signal.aborted) return
    await orm.transaction((tx) => moveLine(tx, deps, thing))
  }
}

/** Runs when the lent days of a thing have changed, and each minute for everything else. */
export const movingLines: FeatureJob = {
  queue: 'waits',
  failure: 'waiting members not notified',
  everySeconds: MINUTE_SECONDS,
  channel: 'lent_change',
  run: (deps, _data, { signal }) => moveLines(deps, signal),
}

/** Ends waits of members who have asked, in lines that do not move. Lists and turns leave them out before. */
export const endingWaits: FeatureJob = cleaning(async (db) => {
  for (const place of await findAskedPlaces(db)) await deleteWait(db, place)
})

/** The mail as it may be sent now: none if the turn has ended, or the member has asked or left. */
export async function reviseYourTurn(
  db: Db,
  content: YourTurn,
  now: Date,
): Promise<YourTurn | null> {
  const thing = { letterbox_id: content.letterboxId, item_id: content.itemId }
  const line = await findLine(db, thing)
  const place = line.find(({ user_id }) => user_id === content.userId)
  const until = place?.turn_until ?? now
  const isSameTurn = until > now && until.toISOString() === content.until
  return isSameTurn && place?.state === 'open' ? content : null
}
