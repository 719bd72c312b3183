import {
  frequencyOf,
  mailsOffUrls,
  wantsMailsOf,
} from '#features/people/notifications/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { isWithin, nextBeginning } from '#platform/server/mail/mail-hours.rules.ts'
import type { QueuedMail } from '#platform/server/mail/mail-queue.ts'
import {
  beginMailing,
  countMailing,
  type MailingCounts,
  turnMailing,
} from '#platform/server/mail/mailings.queries.ts'
import type { MailingKind, Reachable } from '#platform/server/mail/mailings.ts'
import { paths } from '#platform/shared/paths.ts'
import { textFor } from '../best-text.ts'
import type { Sending, Sendings } from '../contract.admin.ts'
import { readActions } from '../contract.ts'
import type { AnnouncementRow } from '../tables.ts'
import { findAnnouncement, regionOf, stateOf } from './admin/announcements.queries.ts'
import { belongsTo } from './audience.ts'
import { localTimeOf } from './local-time.ts'
import { announcementMail } from './mails/announcement-mail.ts'

const BY_MAIL = 'announcements'
const BY_PUSH = 'announcements_push'

const mailingOf = (kind: string, { id }: Pick<AnnouncementRow, 'id'>) => ({
  kind,
  subject: String(id),
})

type ContentDeps = Pick<Deps, 'config'>

/** Content of an announcement for one person, in the account's language or the best one available. */
export function contentFor(
  { config }: ContentDeps,
  row: AnnouncementRow,
  { firstname, lang }: Pick<UserRow, 'firstname' | 'lang'>,
  test: boolean,
) {
  const text = textFor(row, lang)
  return announcementMail({
    firstname,
    title: text.title,
    content: text.content,
    textLang: text.lang,
    url: config.publicUrl + paths.home({ aid: String(row.id) }),
    asks: readActions(row.actions).some(({ emit }) => emit !== ''),
    test,
  })
}

/** The mail of an announcement to one person, with its unsubscribe links. */
export async function mailTo(
  tx: Db,
  deps: ContentDeps,
  row: AnnouncementRow,
  user: Reachable,
  { now, test = false }: { now: Date; test?: boolean },
): Promise<QueuedMail> {
  const { config } = deps
  const off = await mailsOffUrls(tx, config, { user, kind: 'unsubscribe_announcements' }, now)
  return {
    to: user.email,
    lang: user.lang,
    content: contentFor(deps, row, user, test),
    unsubscribeUrl: off.oneClick,
    // A test mail ignores the notification settings.
    ...(!test && {
      notification: {
        user_id: user.id,
        kind: 'announcements',
        offUrl: off.page,
        settingsUrl: config.publicUrl + paths.notifications(),
      },
    }),
  }
}

/** Only while it is shown. Past its end nothing more is sent; while it is retired, sending waits. */
async function whenToTell(tx: Db, deps: Deps, subject: string) {
  const row = await findAnnouncement(tx, Number(subject))
  const state = row && stateOf(row, deps.clock())
  if (!row || state === 'ended') return 'over'
  return state === 'running' ? 'now' : 'later'
}

async function requireRow(tx: Db, subject: string): Promise<AnnouncementRow> {
  const row = await findAnnouncement(tx, Number(subject))
  if (!row) throw new Error(`Unexpected mailing of announcement ${subject}`)
  return row
}

const byMail: MailingKind = {
  kind: BY_MAIL,
  by: 'mail',
  when: whenToTell,
  async share(tx, deps, subject, user) {
    if (!(await wantsMailsOf(tx, user.id, 'announcements'))) return 'unsubscribed'
    const row = await requireRow(tx, subject)
    return { mail: await mailTo(tx, deps, row, user, { now: deps.clock() }) }
  },
}

/** To the devices of members who allow notifications there and want community news at once. */
const byPush: MailingKind = {
  kind: BY_PUSH,
  by: 'push',
  when: whenToTell,
  async share(tx, deps, subject, user) {
    if (frequencyOf(user, 'community') !== 'at_once') return 'unsubscribed'
    const row = await requireRow(tx, subject)
    const notice = {
      user,
      kind: 'community',
      path: paths.home({ aid: String(row.id) }),
      tag: `announcement-${row.id}`,
      content: async () => contentFor(deps, row, user, false),
    } as const
    const push = await deps.pushes.enqueueOfMailing(tx, notice, deps.clock())
    return push === null ? 'skipped' : { push }
  },
}

export const announcementMailings: readonly MailingKind[] = [byMail, byPush]

function presentSending(counts: MailingCounts | null): Sending | null {
  if (!counts) return null
  const { state, people, left } = counts
  return {
    state,
    waiting: people.waiting + people.handed,
    sent: people.sent,
    refused: people.refused + people.unreachable,
    unsubscribed: people.unsubscribed + left,
    skipped: people.skipped,
    failed: people.failed,
    gone: people.gone,
  }
}

export async function presentSendings(
  db: Db,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  row: AnnouncementRow,
): Promise<Sendings> {
  const { bulkMailHours: hours, timeZone } = config
  const now = clock()
  const waitsForHours = hours !== null && !isWithin(hours, timeZone, now)
  return {
    mail: presentSending(await countMailing(db, mailingOf(BY_MAIL, row))),
    push: presentSending(await countMailing(db, mailingOf(BY_PUSH, row))),
    mails_per_hour: config.bulkMailsPerHour,
    pushes_per_hour: config.bulkPushesPerHour,
    mail_hours: hours,
    mails_go_on_at: waitsForHours
      ? localTimeOf(timeZone, nextBeginning(hours, timeZone, now))
      : null,
    plan: await presentPlan(db, timeZone, row),
  }
}

/** Who planned the automatic sending, and what came of it. */
async function presentPlan(
  db: Db,
  timeZone: string,
  row: AnnouncementRow,
): Promise<Sendings['plan']> {
  if (!row.send_planned_at) return null
  const planner = row.send_planned_by && (await findUser(db, row.send_planned_by))
  return {
    by: planner ? `${planner.firstname} ${planner.lastname}`.trim() : null,
    done_at: row.send_plan_done_at && localTimeOf(timeZone, row.send_plan_done_at),
  }
}

/** True if at least one of its channels has not begun. */
export async function canBegin(db: Db, row: AnnouncementRow): Promise<boolean> {
  const hasNotBegun = async (kind: string) =>
    (await countMailing(db, mailingOf(kind, row))) === null
  return (
    (row.by_mail && (await hasNotBegun(BY_MAIL))) || (row.by_push && (await hasNotBegun(BY_PUSH)))
  )
}

/**
 * Begins all its channels.
 * @returns whether any of them had not begun
 */
export async function beginSending(tx: Db, row: AnnouncementRow, now: Date): Promise<boolean> {
  const audience = belongsTo(row.audience, regionOf(row), now)
  const byWay = [
    row.by_mail && (await beginMailing(tx, mailingOf(BY_MAIL, row), audience, now)),
    row.by_push && (await beginMailing(tx, mailingOf(BY_PUSH, row), audience, now)),
  ]
  return byWay.includes(true)
}

/**
 * Pauses or resumes all channels.
 * @returns whether anything changed
 */
export async function turnSending(
  tx: Db,
  row: AnnouncementRow,
  to: 'paused' | 'running',
): Promise<boolean> {
  const mails = await turnMailing(tx, mailingOf(BY_MAIL, row), to)
  const pushes = await turnMailing(tx, mailingOf(BY_PUSH, row), to)
  return mails || pushes
}
