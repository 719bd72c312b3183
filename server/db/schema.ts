import { FEEDBACK_TYPES } from '@letterlend/contract/general-feedbacks.ts'
import { ITEM_CATEGORIES } from '@letterlend/contract/items.ts'
import { REPORT_TYPES, type ReportTypeName } from '@letterlend/contract/reports.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

/**
 * The tables as the queries see them. The SQL in `migrations/` is the truth, with every check,
 * trigger and cascade; a test compares the columns of both.
 */

const id = () => uuid().primaryKey().default(sql`gen_random_uuid()`)
const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const now = () => instant().notNull().defaultNow()

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text(),
    new_email: text(),
    email_confirmed_at: instant(),
    password_hash: text(),
    firstname: text().notNull().default(''),
    lastname: text().notNull().default(''),
    role_id: smallint().notNull().default(1),
    beta_tester: boolean().notNull().default(false),
    reseller: boolean().notNull().default(false),
    membership_paid_at: instant(),
    show_on_map: boolean().notNull().default(true),
    show_name: boolean().notNull().default(false),
    show_email: boolean().notNull().default(false),
    enable_messaging: boolean().notNull().default(false),
    enable_notifications: boolean().notNull().default(false),
    lang: text({ enum: ['de', 'en', 'fr'] })
      .notNull()
      .default('en'),
    tour_map_seen: boolean().notNull().default(false),
    tour_letterbox_seen: boolean().notNull().default(false),
    last_seen_at: now(),
    created_at: now(),
  },
  (table) => [uniqueIndex('users_email_key').on(sql`lower(${table.email})`)],
)

export const letterboxes = pgTable('letterboxes', {
  id: id(),
  user_id: uuid()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  address: text().notNull(),
  address_addition: text(),
  postcode: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  location_verified: boolean().notNull().default(false),
  /** The last day of a holiday; as long as it is set, the letterbox is hidden. */
  holiday_until: date({ mode: 'string' }),
  items_confirmed_at: now(),
  confirmation_asked_at: instant(),
  confirmation_reminders: boolean().notNull().default(true),
  /** Set by the CSV import: the same row imported again finds its letterbox. */
  import_key: text().unique(),
  created_at: now(),
  updated_at: now(),
})

export const items = pgTable('items', {
  id: smallint().primaryKey(),
  slug: text().notNull().unique(),
  category: text({ enum: ITEM_CATEGORIES }).notNull(),
  name_de: text().notNull(),
  name_en: text().notNull(),
  name_fr: text().notNull(),
  name_it: text().notNull(),
  synonyms: jsonb().$type<string[]>().notNull().default([]),
  image_path: text().notNull(),
  active: boolean().notNull().default(true),
  sticker: boolean().notNull().default(true),
  created_at: now(),
  updated_at: now(),
})

export const letterbox_items = pgTable(
  'letterbox_items',
  {
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    item_id: smallint()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.letterbox_id, table.item_id] }),
    index('letterbox_items_item_id_idx').on(table.item_id),
  ],
)

export const tokens = pgTable('tokens', {
  id: id(),
  kind: text({
    enum: ['session', 'email_confirmation', 'password_reset', 'login', 'unsubscribe'],
  }).notNull(),
  token_hash: text().notNull().unique(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text(),
  created_at: now(),
  expires_at: instant().notNull(),
  used_at: instant(),
  /** Of sessions only, like `system`: names without versions. */
  browser: text(),
  system: text(),
})

export const passkeys = pgTable('passkeys', {
  id: id(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What the authenticator calls it; base64url. */
  credential_id: text().notNull().unique(),
  /** COSE, base64url. */
  public_key: text().notNull(),
  /** Signatures so far; stays 0 where an authenticator does not count. */
  counter: bigint({ mode: 'number' }).notNull(),
  /** How a browser may reach the authenticator: `internal`, `usb` ... */
  transports: jsonb().$type<string[]>().notNull().default([]),
  name: text().notNull(),
  created_at: now(),
  last_used_at: instant(),
})

/** What an authenticator has to sign; without a user it is for logging in. */
export const passkey_challenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  expires_at: instant().notNull(),
})

/** Links of the yearly mails that ask whether the stickers are still true. */
export const upkeep_tokens = pgTable('upkeep_tokens', {
  id: id(),
  token_hash: text().notNull().unique(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: now(),
  expires_at: instant().notNull(),
  used_at: instant(),
})

export const transactions = pgTable('transactions', {
  id: id(),
  status: text({ enum: ['open', 'closed'] })
    .notNull()
    .default('open'),
  item_id: smallint()
    .notNull()
    .references(() => items.id),
  borrower_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  renter_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  created_at: now(),
  updated_at: now(),
})

export const messages = pgTable('messages', {
  id: id(),
  transaction_id: uuid()
    .notNull()
    .references(() => transactions.id, { onDelete: 'cascade' }),
  from_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  to_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  text: text().notNull(),
  created_at: now(),
  seen_at: instant(),
  /** Chosen by the sender's client; unique for each sender. */
  request_id: uuid(),
})

export const announcements = pgTable('announcements', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 3 }),
  title: text().notNull(),
  title_de: text(),
  title_fr: text(),
  content: text().notNull(),
  content_de: text(),
  content_fr: text(),
  closeable: boolean().notNull().default(true),
  /** JSON: a list of buttons. */
  actions: text().notNull().default('[]'),
  active: boolean().notNull().default(true),
  created_at: now(),
  updated_at: now(),
})

/** Who has seen which announcement, and the answer given. */
export const announcement_views = pgTable(
  'announcement_views',
  {
    announcement_id: integer()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    answer: boolean(),
    seen_at: now(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.announcement_id] })],
)
export const reports = pgTable('reports', {
  id: id(),
  letterbox_id: uuid()
    .notNull()
    .references(() => letterboxes.id, { onDelete: 'cascade' }),
  /** Null for a visitor. */
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: REPORT_TYPES.map(({ name }) => name) as [ReportTypeName] }).notNull(),
  title: text().notNull(),
  message: text().notNull().default(''),
  email: text().notNull(),
  lang: text({ enum: ['de', 'en', 'fr'] }).notNull(),
  created_at: now(),
  handled_at: instant(),
})

export const general_feedbacks = pgTable('general_feedbacks', {
  id: id(),
  user_id: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  type: text({ enum: FEEDBACK_TYPES }).notNull(),
  content: text().notNull(),
  created_at: now(),
  handled_at: instant(),
})

export const spent_captchas = pgTable('spent_captchas', {
  id: text().primaryKey(),
  expires_at: instant().notNull(),
})

/** Counted tries, by the hash of what they are counted for; shared by all processes. */
export const attempts = pgTable('attempts', {
  key: text().primaryKey(),
  count: integer().notNull(),
  window_ends_at: instant().notNull(),
})

/** Mails of the demo, shown at /dev/mail; unused where SMTP is configured. */
export const local_mails = pgTable('local_mails', {
  id: id(),
  recipient: text().notNull(),
  subject: text().notNull(),
  html: text().notNull(),
  text: text().notNull(),
  created_at: now(),
})

export const geocoding_cache = pgTable('geocoding_cache', {
  key: text().primaryKey(),
  result: jsonb().notNull(),
  created_at: now(),
})

export const community_settings = pgTable('community_settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/** "Tell me when somebody there lends this": of an account, or of a visitor's address. */
export const wishes = pgTable('wishes', {
  id: id(),
  item_id: smallint()
    .notNull()
    .references(() => items.id, { onDelete: 'cascade' }),
  user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
  email: text(),
  lang: text({ enum: ['de', 'en', 'fr'] }).notNull(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  /** Metres. */
  radius: integer().notNull(),
  place: text(),
  confirmed_at: instant(),
  /** When the last mail was written. */
  notified_at: instant(),
  created_at: now(),
  expires_at: instant().notNull(),
})

/** Links in the mails of wishes; they die with their wish. */
export const wish_tokens = pgTable('wish_tokens', {
  token_hash: text().primaryKey(),
  wish_id: uuid()
    .notNull()
    .references(() => wishes.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['confirm', 'end'] }).notNull(),
})

export const wish_matches = pgTable(
  'wish_matches',
  {
    wish_id: uuid()
      .notNull()
      .references(() => wishes.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    /** Null: to be told of in the next mail. */
    mailed_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.wish_id, table.letterbox_id] })],
)

/** Letterboxes that changed so that they may answer a wish; written by triggers. */
export const wish_candidates = pgTable('wish_candidates', {
  id: id(),
  letterbox_id: uuid().notNull(),
})

/** Who manages a letterbox beside its owner. */
export const household_members = pgTable(
  'household_members',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    joined_at: now(),
  },
  (table) => [index('household_members_letterbox_id_idx').on(table.letterbox_id, table.joined_at)],
)

export const household_invitations = pgTable('household_invitations', {
  id: id(),
  letterbox_id: uuid()
    .notNull()
    .references(() => letterboxes.id, { onDelete: 'cascade' }),
  email: text().notNull(),
  token_hash: text().notNull().unique(),
  invited_by: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: now(),
  expires_at: instant().notNull(),
})
