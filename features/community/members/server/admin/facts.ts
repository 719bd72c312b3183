import { and, count, eq, ne, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { countOfAccount } from '#features/lending/conversations/counts/server/door.ts'
import { wishes } from '#features/lending/wishes/tables.ts'
import { searchAudit } from '#features/people/audit/server/door.ts'
import { presentFrequencies } from '#features/people/notifications/server/door.ts'
import { passkeys } from '#features/people/sign-in/passkeys/tables.ts'
import { managedBy } from '#features/places/letterboxes/members/server/door.ts'
import { household_members, letterboxes } from '#features/places/letterboxes/tables.ts'
import { ordersOfAccount } from '#features/shop/orders/server/door.ts'
import { orders } from '#features/shop/orders/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findRefused, listMailsTo } from '#platform/server/mail/refused-addresses.ts'
import { type Asked, answersTo } from '#platform/server/questions.ts'
import { MAILING_TOPICS, NOTIFICATION_KINDS } from '#platform/shared/notification-kinds.ts'
import type { AdminUser } from '../../contract.admin.ts'
import { CASES_OF_ACCOUNT, type CaseCounts } from '../questions.ts'
import { presentUserRow } from './users.queries.ts'

/** Limit of the page. The audit log has all of them. */
const MOST_ACTS = 20
const MOST_MAILS = 50
const MAIL_KINDS = [...NOTIFICATION_KINDS, ...MAILING_TOPICS, 'digest'] as const

async function countIn(db: Db, table: PgTable, where: SQL): Promise<number> {
  const [row] = await db.select({ total: count() }).from(table).where(where)
  return row?.total ?? 0
}

async function hasPasskeys(db: Db, { id }: UserRow): Promise<boolean> {
  const rows = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.user_id, id))
    .limit(1)
  return rows.length > 0
}

/** The letterbox that an account manages, and how many others manage it. */
async function findManaged(db: Db, { id }: UserRow) {
  const [letterbox] = await db.select().from(letterboxes).where(managedBy(id))
  if (!letterbox) return null
  const [members] = await db
    .select({ others: count() })
    .from(household_members)
    .where(and(eq(household_members.letterbox_id, letterbox.id), ne(household_members.user_id, id)))
  const owner = letterbox.user_id === id
  // The owner is not in the table of members.
  const others = (members?.others ?? 0) + (owner ? 0 : 1)
  return { letterbox, owner, others }
}

/** Outcomes of the mails to a member. */
async function findMails(
  db: Db,
  { email }: UserRow,
  now: Date,
): Promise<{ refused: Awaited<ReturnType<typeof findRefused>>; mails: AdminUser['mails'] }> {
  if (email === null) return { refused: null, mails: [] }
  const mails = await listMailsTo(db, email, now)
  return {
    refused: await findRefused(db, email),
    mails: mails.slice(0, MOST_MAILS).map(({ kind, at, outcome, code }) => ({
      kind: MAIL_KINDS.find((each) => each === kind) ?? null,
      at: at.toISOString(),
      outcome,
      code,
    })),
  }
}

const NO_CASES: CaseCounts = {
  reports_made: 0,
  feedback: 0,
  reported_messages: { all: 0, open: 0 },
  open_reports: 0,
}

async function countCases(
  db: Db,
  asked: Asked,
  of: { userId: string; letterboxId: string | null },
): Promise<CaseCounts> {
  const counts = await Promise.all(answersTo(asked, CASES_OF_ACCOUNT).map((ask) => ask(db, of)))
  return Object.assign({}, NO_CASES, ...counts)
}

/** All that support sees of an account. */
export async function presentUser(
  db: Db,
  user: UserRow,
  { now, timeZone, features }: { now: Date; timeZone: string } & Asked,
): Promise<AdminUser> {
  const managed = await findManaged(db, user)
  const own = managed?.owner ? managed.letterbox : null
  const { rows } = await searchAudit(db, {
    search: '',
    subject: 'user',
    subject_id: user.id,
    except: 'read',
    page: 1,
    size: MOST_ACTS,
  })
  const { refused, mails } = await findMails(db, user, now)
  return {
    ...presentUserRow(user, own, timeZone),
    version: user.staff_version,
    new_email: user.new_email,
    lang: user.lang,
    suspended_at: user.suspended_at?.toISOString() ?? null,
    suspended_reason: user.suspended_reason,
    letterbox_id: managed?.letterbox.id ?? null,
    household: managed && { owner: managed.owner, others: managed.others },
    has_password: user.password_hash !== null,
    has_passkeys: await hasPasskeys(db, user),
    has_second_factor: user.second_factor_since !== null,
    notifications: presentFrequencies(user),
    orders: await countIn(db, orders, ordersOfAccount(user.id)),
    loans: await countOfAccount(db, user.id),
    wishes: await countIn(db, wishes, eq(wishes.user_id, user.id)),
    ...(await countCases(db, { features }, { userId: user.id, letterboxId: own?.id ?? null })),
    membership_until: user.membership_until?.toISOString() ?? null,
    email_refused: refused && { ...refused, at: refused.at.toISOString() },
    mails,
    acts: rows,
  }
}
