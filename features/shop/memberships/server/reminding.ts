import { and, asc, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import {
  findMailChoices,
  mailsOffUrls,
  type NoticeLinks,
  notify,
} from '#features/people/notifications/server/door.ts'
import { mail_choices } from '#features/people/notifications/tables.ts'
import { PRODUCT_ID } from '#features/shop/orders/products/pricing.ts'
import type { Config } from '#platform/server/config.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, NotifyDeps } from '#platform/server/deps.ts'
import { type UserRow, users } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { dateFormatIn } from '#platform/shared/formats.ts'
import { paths } from '#platform/shared/paths.ts'
import { membership_reminders } from '../tables.ts'
import { type MembershipMail, membershipEnded, membershipEnding } from './mails.ts'
import { ENDED_MS, ENDING_MS } from './memberships.rules.ts'

/** Mails per batch, because the mail server of a small community accepts no more. */
const BATCH = 50

type ReminderKind = (typeof membership_reminders.$inferSelect)['kind']

const TEMPLATES = { ending: membershipEnding, ended: membershipEnded }

function contentOf(
  user: UserRow & { membership_until: Date },
  { publicUrl, timeZone }: Config,
  off_url: string,
): MembershipMail {
  const day = dateFormatIn(user.lang, { dateStyle: 'long', timeZone })
  return {
    user_id: user.id,
    membership_until: user.membership_until.toISOString(),
    firstname: user.firstname,
    day: day.format(user.membership_until),
    renew_url: publicUrl + paths.orderStep('StepTwo', { pid: PRODUCT_ID.membership }),
    see_url: publicUrl + paths.memberships(),
    off_url,
  }
}

async function tellOfEnd(
  tx: Db,
  deps: NotifyDeps,
  kind: ReminderKind,
  user: UserRow & { membership_until: Date },
  now: Date,
): Promise<void> {
  const { config } = deps
  const off = await mailsOffUrls(tx, config, { user, kind: 'unsubscribe_membership' }, now)
  const path = paths.memberships()
  const mail = ({ atOnce, page }: NoticeLinks) =>
    TEMPLATES[kind](contentOf(user, config, atOnce ? off.page : page(path)))
  const notice = { user, kind: 'community', path, mail, oneClickUrl: off.oneClick } as const
  await notify(tx, deps, notice, now)
}

/**
 * Writes the due mails of one kind. Accounts are locked and marked in the same transaction, so that only one process
 * writes the mail, once for each end. A process that selected earlier but locks later finds the mark.
 */
async function remind(
  tx: Db,
  deps: NotifyDeps,
  kind: ReminderKind,
  isDue: SQL | undefined,
  now: Date,
): Promise<void> {
  const alreadyReminded = sql`EXISTS (SELECT FROM ${membership_reminders}
    WHERE ${membership_reminders.user_id} = ${users.id} AND ${membership_reminders.kind} = ${kind}
      AND ${membership_reminders.membership_until} = ${users.membership_until})`
  const hasSwitchedOff = sql`EXISTS (SELECT FROM ${mail_choices}
    WHERE ${mail_choices.user_id} = ${users.id} AND NOT ${mail_choices.membership_reminders})`
  const rows = await tx
    .select()
    .from(users)
    .where(
      and(
        isDue,
        sql`NOT ${hasSwitchedOff}`,
        isNotNull(users.email_confirmed_at),
        sql`NOT ${alreadyReminded}`,
      ),
    )
    .orderBy(asc(users.membership_until))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  for (const user of rows) {
    const { email, membership_until } = user
    if (!email || !membership_until) continue
    const noted = await tx
      .insert(membership_reminders)
      .values({ user_id: user.id, kind, membership_until, created_at: now })
      .onConflictDoNothing()
      .returning({ kind: membership_reminders.kind })
    if (noted.length > 0) await tellOfEnd(tx, deps, kind, { ...user, membership_until }, now)
  }
}

/** One mail a month before a membership ends, and one when it has ended. */
export async function remindOfEnds(tx: Db, deps: NotifyDeps, now: Date): Promise<void> {
  const until = users.membership_until
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds)
  await remind(tx, deps, 'ending', and(gte(until, now), lt(until, at(ENDING_MS))), now)
  await remind(tx, deps, 'ended', and(lt(until, now), gte(until, at(-ENDED_MS))), now)
}

/** Drops a waiting mail if its reader has renewed meanwhile or has switched such mails off. */
export function prepareReminders({ mails, database }: Deps): void {
  for (const template of Object.values(TEMPLATES)) {
    mails.revise(template, async (content: MembershipMail) => {
      const user = await findUser(database.orm, content.user_id)
      const same = user?.membership_until?.toISOString() === content.membership_until
      if (!same) return null
      const { membership_reminders } = await findMailChoices(database.orm, user.id)
      return membership_reminders ? content : null
    })
  }
}
