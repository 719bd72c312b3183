import { asc, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database, Db } from './client.ts'
import * as schema from './schema.ts'

/** Parents before children, so that every reference finds its row. */
export const MOVED_TABLES = {
  community_settings: [schema.community_settings, schema.community_settings.key],
  items: [schema.items, schema.items.id],
  item_artworks: [schema.item_artworks, schema.item_artworks.path],
  brand_logos: [schema.brand_logos, schema.brand_logos.hash],
  users: [schema.users, schema.users.id],
  setting_versions: [
    schema.setting_versions,
    schema.setting_versions.key,
    schema.setting_versions.version,
  ],
  letterboxes: [schema.letterboxes, schema.letterboxes.id],
  letterbox_items: [
    schema.letterbox_items,
    schema.letterbox_items.letterbox_id,
    schema.letterbox_items.item_id,
  ],
  letterbox_answers: [schema.letterbox_answers, schema.letterbox_answers.letterbox_id],
  household_members: [schema.household_members, schema.household_members.user_id],
  household_invitations: [schema.household_invitations, schema.household_invitations.id],
  tokens: [schema.tokens, schema.tokens.id],
  passkeys: [schema.passkeys, schema.passkeys.id],
  passkey_challenges: [schema.passkey_challenges, schema.passkey_challenges.challenge],
  announcements: [schema.announcements, schema.announcements.id],
  announcement_views: [
    schema.announcement_views,
    schema.announcement_views.user_id,
    schema.announcement_views.announcement_id,
  ],
  upkeep_tokens: [schema.upkeep_tokens, schema.upkeep_tokens.id],
  transactions: [schema.transactions, schema.transactions.id],
  answer_candidates: [schema.answer_candidates, schema.answer_candidates.id],
  messages: [schema.messages, schema.messages.id],
  transaction_views: [
    schema.transaction_views,
    schema.transaction_views.user_id,
    schema.transaction_views.transaction_id,
  ],
  transaction_events: [schema.transaction_events, schema.transaction_events.id],
  transaction_thanks: [
    schema.transaction_thanks,
    schema.transaction_thanks.transaction_id,
    schema.transaction_thanks.side,
  ],
  transaction_reminders: [
    schema.transaction_reminders,
    schema.transaction_reminders.transaction_id,
    schema.transaction_reminders.kind,
  ],
  blocks: [schema.blocks, schema.blocks.blocker_id, schema.blocks.blocked_id],
  message_reports: [schema.message_reports, schema.message_reports.id],
  reports: [schema.reports, schema.reports.id],
  general_feedbacks: [schema.general_feedbacks, schema.general_feedbacks.id],
  staff_answers: [schema.staff_answers, schema.staff_answers.id],
  spent_captchas: [schema.spent_captchas, schema.spent_captchas.id],
  attempts: [schema.attempts, schema.attempts.key],
  local_mails: [schema.local_mails, schema.local_mails.id],
  queued_mails: [schema.queued_mails, schema.queued_mails.id],
  wishes: [schema.wishes, schema.wishes.id],
  wish_tokens: [schema.wish_tokens, schema.wish_tokens.token_hash],
  wish_matches: [
    schema.wish_matches,
    schema.wish_matches.wish_id,
    schema.wish_matches.letterbox_id,
  ],
  wish_candidates: [schema.wish_candidates, schema.wish_candidates.id],
  products: [schema.products, schema.products.id],
  orders: [schema.orders, schema.orders.id],
  order_events: [schema.order_events, schema.order_events.id],
  membership_reminders: [
    schema.membership_reminders,
    schema.membership_reminders.user_id,
    schema.membership_reminders.kind,
    schema.membership_reminders.membership_until,
  ],
  parcel_codes: [schema.parcel_codes, schema.parcel_codes.order_id],
  payments: [schema.payments, schema.payments.id],
  refunds: [schema.refunds, schema.refunds.id],
  bank_payments: [schema.bank_payments, schema.bank_payments.id],
  unmatched_payments: [schema.unmatched_payments, schema.unmatched_payments.id],
  sandbox_payments: [schema.sandbox_payments, schema.sandbox_payments.ref],
  sandbox_refunds: [schema.sandbox_refunds, schema.sandbox_refunds.key],
  notices: [schema.notices, schema.notices.id],
  push_subscriptions: [schema.push_subscriptions, schema.push_subscriptions.id],
  imports: [schema.imports, schema.imports.id],
  import_rows: [schema.import_rows, schema.import_rows.import_id, schema.import_rows.letterbox_id],
  audit_log: [schema.audit_log, schema.audit_log.id],
  geocoding_cache: [schema.geocoding_cache, schema.geocoding_cache.key],
} as const

/** Far below the 65,535 parameters that one statement may have. */
const ROWS_PER_STATEMENT = 500

/** The target holds data already; moving would mix two communities. */
export class TargetNotEmptyError extends Error {
  constructor() {
    super('The PostgreSQL database holds users already: moving needs an empty one.')
  }
}

async function countRows(db: Db, table: PgTable): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(table)
  return row?.count ?? 0
}

async function copyTable(source: Db, target: Db, name: keyof typeof MOVED_TABLES): Promise<number> {
  const [table, ...order] = MOVED_TABLES[name]
  for (let offset = 0; ; offset += ROWS_PER_STATEMENT) {
    const rows = await source
      .select()
      .from(table as PgTable)
      .orderBy(...order.map((column) => asc(column)))
      .limit(ROWS_PER_STATEMENT)
      .offset(offset)
    if (rows.length > 0) await target.insert(table as PgTable).values(rows)
    if (rows.length < ROWS_PER_STATEMENT) return offset + rows.length
  }
}

/**
 * Copies a whole community into an empty database, in one transaction: either all of it arrives or
 * nothing. Mails that still wait to be sent come along; the next start sends them. Throws {@link TargetNotEmptyError}.
 */
export async function moveData(
  source: Database,
  target: Database,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  if ((await countRows(target.orm, schema.users)) > 0) throw new TargetNotEmptyError()
  await target.orm.transaction(async (transaction) => {
    await transaction.execute(sql`SELECT set_config('letterlend.quiet', 'on', true)`)
    // A server that was started on it before has left its items and keys there.
    await transaction.execute(sql`DELETE FROM items`)
    await transaction.execute(sql`DELETE FROM community_settings`)
    for (const name of Object.keys(MOVED_TABLES) as (keyof typeof MOVED_TABLES)[]) {
      const rows = await copyTable(source.orm, transaction, name)
      const arrived = await countRows(transaction, MOVED_TABLES[name][0])
      if (arrived !== rows)
        throw new Error(`Unexpected number of rows in ${name}: ${arrived} of ${rows}`)
      onTable(name, rows)
    }
    // Announcements are numbered; 1 and 2 are kept (see the migration).
    await transaction.execute(
      sql`SELECT setval(pg_get_serial_sequence('announcements', 'id'), (SELECT greatest(max(id), 2) FROM announcements))`,
    )
    await transaction.execute(sql`SELECT pg_notify('letterbox_changed', 'all')`)
  })
}
