import type { PgTable } from 'drizzle-orm/pg-core'
import { announcement_views, announcements } from '#features/community/announcements/tables.ts'
import { import_rows, imports } from '#features/community/imports/tables.ts'
import { cases, staff_answers } from '#features/community/moderation/tables.ts'
import { messages } from '#features/lending/conversations/messages/tables.ts'
import {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import { audit_log } from '#features/people/audit/tables.ts'
import { decisions } from '#features/people/decisions/tables.ts'
import { bank_payments, unmatched_payments } from '#features/shop/orders/bank-statements/tables.ts'
import { order_events, orders } from '#features/shop/orders/tables.ts'
import { letter_batches, parcel_codes } from '#features/shop/parcels/tables.ts'
import {
  payments,
  refunds,
  sandbox_payments,
  sandbox_refunds,
} from '#features/shop/payments/tables.ts'
import type { Db } from '#platform/server/db/client.ts'
import { mail_outcomes, refused_addresses } from '#platform/server/mail/tables.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'
import { Random } from '../random.ts'
import { createImports } from './month-imports.ts'
import { createInvitations } from './month-invitations.ts'
import { createLetters } from './month-letters.ts'
import { createNewcomers } from './month-newcomers.ts'
import { createOrders } from './month-orders.ts'
import { createTalks } from './month-talks.ts'
import { MONTH_WORDS } from './month-words.ts'
import { Staff } from './staff.ts'

interface MonthOptions {
  seed: number
  now: Date
  admin: Neighbour
  /** All neighbours, in any order. This modifies them. */
  neighbours: readonly Neighbour[]
  /** Accounts with conversations. */
  talking: ReadonlySet<string>
}

/** Rows per table, in insertion order. */
type Rows = [PgTable, object[]]

/** A finished announcement with responses; an active one would greet everyone who tries the demo. */
async function createAnnouncement(
  db: Db,
  { random, staff, now }: { random: Random; staff: Staff; now: Date },
  readers: readonly Neighbour[],
): Promise<Rows[]> {
  const { daysAgo, days, ...texts } = MONTH_WORDS.announcement
  const from = new Date(now.getTime() - daysAgo * DAY_MS)
  const [row] = await db
    .insert(announcements)
    .values({
      ...texts,
      visible_from: from,
      visible_until: new Date(from.getTime() + days * DAY_MS),
      reach: readers.length,
      created_at: from,
      updated_at: from,
    })
    .returning({ id: announcements.id })
  if (!row) throw new Error('Unexpected empty answer to an insert')
  const about = { subject: 'announcement', subject_id: row.id } as const
  staff.act({ ...about, verb: 'publish', at: from, label: texts.title })
  const views = readers
    .filter(() => random.chance(READS_IT))
    .map(({ user }) => ({
      announcement_id: row.id,
      user_id: user.id,
      answer: random.chance(0.5) ? random.chance(0.7) : null,
      seen_at: new Date(from.getTime() + random.next() * days * DAY_MS),
    }))
  return [[announcement_views, views]]
}

const READS_IT = 0.4

/** Mails that failed and mails that arrived, as help for users without mails. */
function createMails(random: Random, staff: Staff, people: Neighbour[]): Rows[] {
  const [refused, ...others] = people
  const outcome = (address: string, kind: string | null, daysAgo: number, code: string | null) => ({
    id: random.uuid(),
    address,
    kind,
    outcome: code ? 'refused' : 'sent',
    code,
    at: staff.at(daysAgo),
  })
  const address = refused?.user.email
  return [
    [refused_addresses, address ? [{ address, code: '5.1.1', refused_at: staff.at(5) }] : []],
    [
      mail_outcomes,
      [
        ...(address ? [outcome(address, 'request', 5, '5.1.1')] : []),
        ...others.flatMap(({ user }) =>
          user.email ? [outcome(user.email, 'message', random.next() * 13, null)] : [],
        ),
      ],
    ],
  ]
}

/**
 * A month of staff work: orders in all states with payments, reports, feedback, held messages, decisions, imports,
 * refused mails, and their audit log. It has its own generator, so that everything else is the same with and without
 * it. Changes to people are made in `neighbours`, which are stored afterwards.
 */
export async function createMonth(
  db: Db,
  { seed, now, admin, neighbours, talking }: MonthOptions,
): Promise<Rows[]> {
  const random = new Random(seed + 2)
  const staff = new Staff(random, admin, now)
  const others = neighbours.filter(({ user }) => !user.password_hash && user !== admin.user)
  const scene = { random, staff, now, neighbours: others }
  const sold = await createOrders(db, scene)
  const letters = createLetters(scene)
  const talks = createTalks(scene)
  const busy = new Set([
    ...talking,
    ...sold.orders.map(({ user_id }) => user_id ?? ''),
    ...letters.cases.map(({ user_id }) => user_id ?? ''),
  ])
  const given = createImports({ ...scene, busy })
  const invited = createInvitations(scene)
  createNewcomers({ ...scene, busy })
  const active = others.filter(({ user }) => user.enable_messaging && !user.suspended_at)
  return [
    ...(await createAnnouncement(db, scene, active.slice(0, 120))),
    [orders, sold.orders],
    [order_events, sold.events],
    [payments, sold.payments],
    [refunds, sold.refunds],
    [sandbox_payments, sold.sandboxPayments],
    [sandbox_refunds, sold.sandboxRefunds],
    [bank_payments, sold.bankPayments],
    [unmatched_payments, sold.unmatched],
    [cases, letters.cases],
    [staff_answers, letters.answers],
    [transactions, talks.transactions],
    [transaction_events, talks.events],
    [messages, talks.messages],
    [decisions, talks.decisions],
    [cases, talks.cases],
    [imports, given.imports],
    [import_rows, given.rows],
    [letter_batches, invited.batches],
    [parcel_codes, invited.codes],
    ...createMails(random, staff, active.slice(-8)),
    [audit_log, staff.audit],
  ]
}
