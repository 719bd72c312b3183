import { eq } from 'drizzle-orm'
import { holdAccounts } from '#features/lending/conversations/transactions/server/door.ts'
import { frequencyOf, notify } from '#features/people/notifications/server/door.ts'
import { items } from '#features/places/items/tables.ts'
import { dayIn } from '#platform/server/community-day.ts'
import type { Db } from '#platform/server/db/client.ts'
import { takeLock } from '#platform/server/db/locks.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { hashSecret, newSecret } from '#platform/server/identity/secrets.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { HOUR_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'
import { WAIT_DAYS } from '../contract.ts'
import {
  findEndedWaits,
  findLine,
  findLinesOf,
  findMovingLines,
  hasHeardOfIt,
  type PlaceRow,
  type Thing,
} from './line.queries.ts'
import { announceLine } from './line-news.ts'
import { waitExpired, type YourTurn, yourTurn } from './mails.ts'
import { type Steps, stepsFor } from './turns.rules.ts'
import { deleteWait, storeTurn, takeTurnBack } from './waits.queries.ts'

/** A member who has heard within this time that the days of a declined request are free again needs no second mail. */
const HEARD_MS = HOUR_MS

async function nameOf(db: Db, itemId: number, { lang }: UserRow): Promise<string> {
  const [item] = await db.select().from(items).where(eq(items.id, itemId))
  return item?.[`name_${storedLanguage(lang)}`] ?? ''
}

const tagOf = ({ letterbox_id, item_id }: Thing) => `wait-${letterbox_id}-${item_id}`

/** Begins a member's turn and notifies the member. */
async function beginTurn(tx: Db, deps: Deps, place: PlaceRow, now: Date): Promise<void> {
  const { user_id, letterbox_id, item_id, address, postcode, city } = place
  const user = await findUser(tx, user_id)
  if (!user) return
  const { timeZone, publicUrl } = deps.config
  const { wait_hours } = deps.settings.current().limits
  const turn_until = new Date(now.getTime() + wait_hours * HOUR_MS)
  const secret = newSecret()
  const turn = { told_at: now, turn_until, leave_hash: hashSecret(secret) }
  if (!(await storeTurn(tx, place, turn))) return
  const hearsAtOnce = frequencyOf(user, 'request') === 'at_once'
  if (hearsAtOnce && (await hasHeardOfIt(tx, place, new Date(now.getTime() - HEARD_MS)))) return
  const item = await nameOf(tx, item_id, user)
  const path = paths.letterbox(letterbox_id, { sticker: item_id })
  await notify(
    tx,
    deps,
    {
      user,
      kind: 'request',
      asked: true,
      path,
      tag: tagOf(place),
      mail: ({ atOnce, page }) =>
        yourTurn({
          userId: user_id,
          letterboxId: letterbox_id,
          itemId: item_id,
          item,
          address: `${address}, ${postcode} ${city}`,
          until: turn_until.toISOString(),
          timeZone,
          askUrl: page(path),
          leaveUrl: atOnce ? publicUrl + paths.leaveWait({ token: secret }) : page(paths.wishes()),
        }),
    },
    now,
  )
}

async function expire(tx: Db, deps: Deps, place: PlaceRow, now: Date): Promise<void> {
  const user = await findUser(tx, place.user_id)
  if (!user || !(await deleteWait(tx, place))) return
  const { item_id, letterbox_id, address, postcode, city } = place
  const item = await nameOf(tx, item_id, user)
  const path = paths.letterbox(letterbox_id, { sticker: item_id })
  await notify(
    tx,
    deps,
    {
      user,
      kind: 'request',
      asked: true,
      path,
      tag: tagOf(place),
      mail: ({ page }) =>
        waitExpired({
          item,
          address: `${address}, ${postcode} ${city}`,
          days: WAIT_DAYS,
          url: page(path),
        }),
    },
    now,
  )
}

const isNothing = (steps: Steps<PlaceRow>) => Object.values(steps).every((rows) => !rows.length)

/** The steps for one line, read again under its lock, so that two processes never notify a member twice. */
async function moveLine(tx: Db, deps: Deps, thing: Thing): Promise<void> {
  await takeLock(tx, 'waits', `${thing.letterbox_id} ${thing.item_id}`)
  const now = deps.clock()
  const line = await findLine(tx, thing, dayIn(deps.config.timeZone, now))
  const [first] = line ?? []
  if (!line || !first) return
  const steps = stepsFor(line, first, now)
  if (isNothing(steps)) return
  const { end, expire: expired, takeBack, begin } = steps
  // Accounts come before their rows, in the order in which removing an account locks them.
  await holdAccounts(
    tx,
    [...begin, ...expired].map(({ user_id }) => user_id),
  )
  for (const place of end) await deleteWait(tx, place)
  for (const place of takeBack) await takeTurnBack(tx, place)
  for (const place of expired) await expire(tx, deps, place, now)
  for (const place of begin) await beginTurn(tx, deps, place, now)
  await announceLine(
    tx,
    thing,
    [...end, ...expired].map(({ user_id }) => user_id),
  )
}

/** Compares lines with the copies that are free, and begins and ends turns. Safe in several processes at once. */
async function moveLines(deps: Deps, signal: AbortSignal): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  for (const line of await findMovingLines(orm, now, dayIn(deps.config.timeZone, now))) {
    const [first] = line
    if (signal.aborted || !first || isNothing(stepsFor(line, first, now))) continue
    await orm.transaction((tx) => moveLine(tx, deps, first))
  }
}

/** Runs when the requests for a thing whose lent days changed were reviewed, and each minute for everything else. */
export const movingLines: FeatureJob = {
  queue: 'waits',
  failure: 'waiting members not notified',
  everySeconds: MINUTE_SECONDS,
  channel: 'wait_change',
  run: (deps, _data, { signal }) => moveLines(deps, signal),
}

/** Ends waits that have become pointless in lines that do not move. Lists and turns leave them out before. */
export const endingWaits: FeatureJob = cleaning(async (db, now, { timeZone }) => {
  for (const place of await findEndedWaits(db, dayIn(timeZone, now))) await deleteWait(db, place)
})

/** The mail as it may be sent now: none if the turn has ended, or the member has asked or left. */
export async function reviseYourTurn(
  db: Db,
  deps: Pick<Deps, 'clock' | 'config'>,
  content: YourTurn,
): Promise<YourTurn | null> {
  const now = deps.clock()
  const { userId, letterboxId, itemId } = content
  const lines = await findLinesOf(db, userId, dayIn(deps.config.timeZone, now))
  const place = lines
    .flat()
    .find(
      ({ user_id, letterbox_id, item_id }) =>
        user_id === userId && letterbox_id === letterboxId && item_id === itemId,
    )
  const { turn_until, ended, asking, paused } = place ?? {}
  const isSame = turn_until?.toISOString() === content.until && turn_until > now
  return isSame && !ended && !asking && !paused ? content : null
}
