import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { NewTokens } from '#platform/server/identity/tokens.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#platform/shared/notification-kinds.ts'
import { paths } from '#platform/shared/paths.ts'
import { notices } from '../tables.ts'
import { lastDigests } from './delivery/digest-times.ts'
import { frequencyOf } from './delivery/frequencies.ts'
import { mailsOffLinks } from './delivery/mails-off.ts'
import { conversationLinks, OFF_LINKS } from './delivery/notify.ts'
import { textsOfNotice } from './delivery/push-queue.ts'
import { type Digest, digest } from './mails/digest.ts'

/** As much as people read in the morning; the rest is in the app. */
const MOST_ENTRIES = 20
/** Users per query. */
const BATCH = 100

type NoticeRow = typeof notices.$inferSelect
type Due = ReturnType<typeof lastDigests>
type GatherDeps = Pick<Deps, 'config' | 'settings' | 'features' | 'mails' | 'pushes'>

/** An entry while it is gathered. It has paths instead of URLs, since it contains no secret yet. */
type Gathered = Omit<Digest['entries'][number], 'url' | 'buttons'> & {
  buttons: { label: string; path: string }[]
}

/** The digest entry of a notice, in the words of its mail; null if the notice is outdated. */
async function entryOf(
  { pushes, features, settings, config }: GatherDeps,
  user: UserRow,
  { id, content, path }: NoticeRow,
): Promise<Gathered | null> {
  const news = await pushes.stillNews(content)
  if (!news) return null
  const texts = readMailsOf(features)(news, user.lang, settings.current().brand.name)
  const { title, body } = textsOfNotice(texts)
  const pathOf = (url: string) => url.slice(config.publicUrl.length)
  const buttons = texts.buttons
    .filter(({ url }) => url.startsWith(config.publicUrl))
    .map(({ label, url }) => ({ label, path: pathOf(url) }))
    // The entry itself already links to this page.
    .filter((button) => button.path !== path)
  return { notice: id, title, text: body, facts: texts.facts, buttons }
}

/**
 * Whether a waiting notice is due. If the user has meanwhile chosen to get its kind at once, it
 * still comes in the next daily digest.
 */
const isDue = (user: UserRow, { kind, created_at }: NoticeRow, { daily, weekly }: Due) =>
  created_at < (frequencyOf(user, kind) === 'weekly' ? weekly : daily)

/** Links that end mails of these kinds: one for the mail program's button, and one per kind. */
function offLinksOf(
  tokens: NewTokens,
  { config }: GatherDeps,
  user: UserRow,
  kinds: NotificationKind[],
) {
  const off = (kind: (typeof OFF_LINKS)[NotificationKind] | 'unsubscribe_digest') =>
    mailsOffLinks(tokens, config, { user, kind })
  const [only, ...more] = kinds
  if (only && more.length === 0) return { kind: only, off: off(OFF_LINKS[only]), offs: [] }
  const offs = kinds.map((kind) => ({ kind, url: off(OFF_LINKS[kind]).page }))
  return { kind: 'digest' as const, off: off('unsubscribe_digest'), offs }
}

async function writeDigest(
  tx: Db,
  deps: GatherDeps,
  user: UserRow & { email: string },
  gathered: { row: NoticeRow; entry: Gathered }[],
  now: Date,
): Promise<void> {
  const { config, mails } = deps
  const page = (path: string) => config.publicUrl + path
  const tokens = new NewTokens(now)
  const conversation = conversationLinks(tokens, user, page)
  const entries = gathered.slice(0, MOST_ENTRIES).map(({ row, entry }) => {
    const buttons = entry.buttons.map(({ label, path }) => ({ label, url: conversation(path) }))
    return { ...entry, url: conversation(row.path), buttons }
  })
  const kinds = NOTIFICATION_KINDS.filter((kind) => gathered.some(({ row }) => row.kind === kind))
  const { kind, off, offs } = offLinksOf(tokens, deps, user, kinds)
  const more = gathered.length - entries.length
  const { id: user_id, firstname, lang, email: to } = user
  const url = page(paths.inbox())
  await tokens.save(tx)
  await mails.enqueue(tx, {
    to,
    lang,
    content: digest({ user_id, firstname, entries, more, offs, url }),
    unsubscribeUrl: off.oneClick,
    notification: { user_id, kind, offUrl: off.page, settingsUrl: page(paths.notifications()) },
  })
}

const isWaiting = ({ daily }: Due) =>
  and(eq(notices.delivery, 'digest'), isNull(notices.gathered_at), lt(notices.created_at, daily))

/** The waiting notices of a user with their entries; null if all are outdated. */
async function findWaiting(
  { database, ...deps }: GatherDeps & Pick<Deps, 'database'>,
  user: UserRow,
  lastTimes: Due,
) {
  const rows = await database.orm
    .select()
    .from(notices)
    .where(and(eq(notices.user_id, user.id), isWaiting(lastTimes)))
    .orderBy(asc(notices.created_at), asc(notices.id))
  const waiting = []
  for (const row of rows.filter((each) => isDue(user, each, lastTimes))) {
    const isWanted = frequencyOf(user, row.kind) !== 'off'
    waiting.push({ row, entry: isWanted ? await entryOf(deps, user, row) : null })
  }
  return waiting
}

/**
 * Queues the digest of one user, if there is anything to report. The notices are locked and marked
 * in the transaction that queues the mail, so that only one process does it, and each notice is
 * used once. Their content is fetched before that, because it needs a second connection, and the
 * embedded database has only one.
 */
async function gatherFor(
  deps: GatherDeps & Pick<Deps, 'database'>,
  userId: string,
  lastTimes: Due,
  now: Date,
) {
  const { orm } = deps.database
  const user = await findUser(orm, userId)
  if (!user?.email || !user.email_confirmed_at) return
  const recipient = { ...user, email: user.email }
  const waiting = await findWaiting(deps, user, lastTimes)
  if (waiting.length === 0) return
  await orm.transaction(async (tx) => {
    const waitingIds = waiting.map(({ row }) => row.id)
    const locked = await tx
      .select({ id: notices.id })
      .from(notices)
      .where(and(inArray(notices.id, waitingIds), isWaiting(lastTimes)))
      .for('update', { skipLocked: true })
    const gathered = []
    const dropped: string[] = []
    for (const { row, entry } of waiting) {
      if (!locked.some(({ id }) => id === row.id)) continue
      if (entry) gathered.push({ row, entry })
      else dropped.push(row.id)
    }
    if (dropped.length > 0) await tx.delete(notices).where(inArray(notices.id, dropped))
    if (gathered.length === 0) return
    const ids = gathered.map(({ row }) => row.id)
    await tx.update(notices).set({ gathered_at: now }).where(inArray(notices.id, ids))
    await writeDigest(tx, deps, recipient, gathered, now)
  })
}

/** Queues the digests that are due, user by user. Safe in several processes at once. */
export async function gatherDigests(
  deps: GatherDeps & Pick<Deps, 'database' | 'clock'>,
): Promise<void> {
  const { orm } = deps.database
  const now = deps.clock()
  const lastTimes = lastDigests(now, deps.config.timeZone)
  let last: string | undefined
  do {
    const people = await orm
      .selectDistinct({ id: notices.user_id })
      .from(notices)
      .where(and(isWaiting(lastTimes), last ? gt(notices.user_id, last) : undefined))
      .orderBy(asc(notices.user_id))
      .limit(BATCH)
    for (const { id } of people) {
      await gatherFor(deps, id, lastTimes, now)
    }
    last = people.length === BATCH ? people.at(-1)?.id : undefined
  } while (last)
}

/**
 * Revises a digest right before it is sent: removes what was seen meanwhile. Returns null if
 * nothing is left.
 */
export async function reviseDigest(
  deps: GatherDeps & Pick<Deps, 'database'>,
  content: Digest,
): Promise<Digest | null> {
  const { orm } = deps.database
  const user = await findUser(orm, content.user_id)
  const ids = content.entries.map(({ notice }) => notice)
  const rows = await orm.select().from(notices).where(inArray(notices.id, ids))
  const entries = []
  for (const entry of content.entries) {
    const row = rows.find(({ id }) => id === entry.notice)
    if (!user || !row || frequencyOf(user, row.kind) === 'off') continue
    if (await entryOf(deps, user, row)) entries.push(entry)
  }
  return entries.length > 0 ? { ...content, entries } : null
}
