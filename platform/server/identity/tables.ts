import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { atMost, collatedText, oneOf } from '#platform/server/db/columns.ts'
import type { Area } from '#platform/shared/areas.ts'
import { FOREIGN_LANGUAGE, LANGUAGES } from '#platform/shared/languages.ts'
import { FREQUENCIES } from '#platform/shared/notification-kinds.ts'
import { AREA_TASKS, SINGLE_TASKS, type SingleTask } from '#platform/shared/tasks.ts'
import { id, instant, now } from '../db/columns.ts'
import { IMPORTED_SCHEME } from './imported-scheme.ts'

const tasksColumn = () =>
  text({ enum: [...SINGLE_TASKS] as [SingleTask, ...SingleTask[]] })
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text(),
    new_email: text(),
    email_confirmed_at: instant(),
    password_hash: text(),
    firstname: collatedText().notNull().default(''),
    lastname: collatedText().notNull().default(''),
    role_id: smallint().notNull().default(1),
    /** Tasks in addition to those of the role; `tasksOf` combines both. */
    tasks: tasksColumn(),
    /** The area to which the tasks are limited; null for the whole community. */
    area: jsonb().$type<Area>(),
    beta_tester: boolean().notNull().default(false),
    reseller: boolean().notNull().default(false),
    /** The end of the membership as a supporter; null for accounts that never had one. */
    membership_until: instant(),
    /** End of a membership that the community gave without payment; `membership_until` is the later of both ends. */
    membership_given_until: instant(),
    /** When and why the account was suspended. Only the owner sees the letterbox of a suspended account. */
    suspended_at: instant(),
    suspended_reason: text(),
    /** When the account got its first task; set by the database. Staff have some days to set up a second factor. */
    staff_since: instant(),
    /** Since when logins require the code of a device; null: they do not. */
    second_factor_since: instant(),
    /**
     * Since when the account has been waiting for a moderator's approval; null if it is admitted. Until then, only its
     * owner sees its letterbox.
     */
    waiting_since: instant(),
    /** Counts changes to the account by staff; incremented by the database. */
    staff_version: integer().notNull().default(0),
    show_on_map: boolean().notNull().default(true),
    show_name: boolean().notNull().default(false),
    show_email: boolean().notNull().default(false),
    enable_messaging: boolean().notNull().default(false),
    enable_notifications: boolean().notNull().default(false),
    takes_requests: boolean().notNull().default(true),
    /**
     * Values to restore for the two settings that depend on the map when it is switched on again; null while it is on.
     */
    show_name_again: boolean(),
    enable_messaging_again: boolean(),
    notify_request: text({ enum: FREQUENCIES }).notNull().default('at_once'),
    /** Applies while `enable_notifications` is on; for messages that setting is what turns notifications off. */
    notify_message: text({ enum: ['at_once', 'daily', 'weekly'] })
      .notNull()
      .default('at_once'),
    notify_reminder: text({ enum: FREQUENCIES }).notNull().default('at_once'),
    notify_wish: text({ enum: FREQUENCIES }).notNull().default('at_once'),
    notify_community: text({ enum: FREQUENCIES }).notNull().default('at_once'),
    lang: text({ enum: LANGUAGES }).notNull().default(FOREIGN_LANGUAGE),
    last_seen_at: now(),
    created_at: now(),
  },
  (table) => [
    check(
      'users_area_check',
      sql`${table.area} IS NULL OR (${table.role_id} < 3 AND ${table.tasks} <@ ARRAY[${sql.raw(AREA_TASKS.map((task) => `'${task}'`).join(', '))}])`,
    ),
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    atMost(table.email, 254),
    atMost(table.firstname, 100),
    oneOf(table.lang),
    atMost(table.lastname, 100),
    atMost(table.new_email, 254),
    oneOf(table.notify_community),
    oneOf(table.notify_message),
    oneOf(table.notify_reminder),
    oneOf(table.notify_request),
    oneOf(table.notify_wish),
    check('users_role_id_check', sql`${table.role_id} IN (1, 2, 3)`),
    atMost(table.suspended_reason, 1000),
    index('users_beta_tester_idx').on(table.created_at).where(sql`${table.beta_tester}`),
    index('users_created_at_idx').on(table.created_at, table.id),
    index('users_imported_password_idx')
      .on(sql`substring(${table.password_hash} from ${sql.raw(`'${IMPORTED_SCHEME}'`)})`)
      .where(sql`${table.password_hash} LIKE '$imported$%'`),
    index('users_firstname_search_idx').using('gin', sql`lower(${table.firstname}) gin_trgm_ops`),
    index('users_lastname_idx').on(
      sql`lower(${table.lastname} || ' ' || ${table.firstname})`,
      table.id,
    ),
    index('users_membership_until_idx')
      .on(table.membership_until)
      .where(sql`${table.membership_until} IS NOT NULL`),
    index('users_on_map_idx')
      .on(table.id)
      .where(
        sql`${table.show_on_map} AND ${table.suspended_at} IS NULL AND ${table.waiting_since} IS NULL`,
      ),
    index('users_reseller_idx').on(table.id).where(sql`${table.reseller}`),
    index('users_search_idx').using(
      'gin',
      sql`lower(${table.firstname} || ' ' || ${table.lastname} || ' ' || coalesce(${table.email}, '')) gin_trgm_ops`,
    ),
    check(
      'users_tasks_check',
      sql`${table.tasks} <@ ARRAY[${sql.raw(SINGLE_TASKS.map((task) => `'${task}'`).join(', '))}]`,
    ),
    index('users_staff_idx').on(table.role_id, table.created_at).where(sql`${table.role_id} > 1`),
    index('users_with_tasks_idx').on(table.id).where(sql`${table.tasks} <> '{}'`),
    index('users_waiting_idx')
      .on(table.waiting_since)
      .where(sql`${table.waiting_since} IS NOT NULL`),
    index('users_suspended_idx').on(table.created_at).where(sql`${table.suspended_at} IS NOT NULL`),
  ],
)

export type UserRow = typeof users.$inferSelect

/** `last_seen_at` of a user who never logged in, because the community created the account. */
export const NEVER_SEEN = new Date(0)

/** Whether the user has ever logged in. */
export const wasSeen = ({ last_seen_at }: Pick<UserRow, 'last_seen_at'>): boolean =>
  last_seen_at > NEVER_SEEN

export const tokens = pgTable(
  'tokens',
  {
    id: id(),
    kind: text({
      enum: [
        'session',
        'half_session',
        'email_confirmation',
        'password_reset',
        'email_confirmation_code',
        'password_reset_code',
        'login',
        'login_code',
        'conversation_link',
        'conversation',
        'not_me',
        'unsubscribe',
        'unsubscribe_requests',
        'unsubscribe_membership',
        'unsubscribe_reminders',
        'unsubscribe_wishes',
        'unsubscribe_community',
        'unsubscribe_digest',
        'unsubscribe_announcements',
        'unsubscribe_neighbourhood',
      ],
    }).notNull(),
    token_hash: text().notNull().unique(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text(),
    created_at: now(),
    expires_at: instant().notNull(),
    used_at: instant(),
    /** Only for `conversation_link` and `conversation`: the one conversation that it opens. */
    transaction_id: uuid(),
    /** Only for sessions: when the user last proved their identity; null: when the session was opened. */
    proved_at: instant(),
    /** Only for sessions: whether that proof had two factors, or a passkey, which counts as two. */
    strong: boolean().notNull().default(false),
    /** Only for sessions, like `system`: names without versions. */
    browser: text(),
    system: text(),
  },
  (table) => [
    atMost(table.browser, 40),
    oneOf(table.kind),
    atMost(table.system, 40),
    check(
      'tokens_transaction_check',
      sql`(${table.transaction_id} IS NOT NULL) = (${table.kind} IN ('conversation_link', 'conversation'))`,
    ),
    index('tokens_expires_at_idx').on(table.expires_at),
    index('tokens_transaction_id_idx')
      .on(table.transaction_id)
      .where(sql`${table.transaction_id} IS NOT NULL`),
    index('tokens_user_id_idx').on(table.user_id),
  ],
)

export type TokenRow = typeof tokens.$inferSelect

/** Tokens with which programs make calls, for a person or for the community. */
export const access_tokens = pgTable(
  'access_tokens',
  {
    id: id(),
    /** The person for whom it acts; null: it belongs to the community. */
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    name: collatedText().notNull(),
    token_hash: text().notNull().unique(),
    /** May make calls that change something. */
    writes: boolean().notNull(),
    /** The tasks that it may use; of a person's, only those that the person still has. */
    tasks: tasksColumn(),
    /** Whether it was created in a session with two factors, and the account still has a second one. */
    strong: boolean().notNull(),
    created_at: now(),
    expires_at: instant().notNull(),
    /** To within a minute; null: never used. */
    last_used_at: instant(),
    /** Only for the community's, whose rows stay, since the audit log shows their names. */
    revoked_at: instant(),
  },
  (table) => [
    atMost(table.name, 60),
    check(
      'access_tokens_tasks_check',
      sql`${table.tasks} <@ ARRAY[${sql.raw(SINGLE_TASKS.map((task) => `'${task}'`).join(', '))}]`,
    ),
    check(
      'access_tokens_owner_check',
      sql`${table.user_id} IS NULL OR ${table.revoked_at} IS NULL`,
    ),
    index('access_tokens_user_id_idx').on(table.user_id),
  ],
)

export type AccessTokenRow = typeof access_tokens.$inferSelect

/** Blocks between users; they apply in both directions. */
export const blocks = pgTable(
  'blocks',
  {
    blocker_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blocked_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blocker_id, table.blocked_id] }),
    check('blocks_check', sql`${table.blocker_id} <> ${table.blocked_id}`),
    index('blocks_blocked_id_idx').on(table.blocked_id),
  ],
)

export const spent_captchas = pgTable('spent_captchas', {
  id: text().primaryKey(),
  expires_at: instant().notNull(),
})

/** Attempt counts by hashed key; shared by all processes. */
export const attempts = pgTable('attempts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  window_ends_at: instant().notNull(),
})
