import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { items } from '#features/places/items/tables.ts'
import {
  atMost,
  collatedText,
  filled,
  id,
  instant,
  now,
  oneOf,
} from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { ANSWER_BANDS } from './answer-bands.ts'

export const letterboxes = pgTable(
  'letterboxes',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: collatedText().notNull(),
    address_addition: collatedText(),
    postcode: text().notNull(),
    city: collatedText().notNull(),
    country: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    location_verified: boolean().notNull().default(false),
    /** When a code from a parcel proved the address; reset to null when the address changes. */
    address_verified_at: instant(),
    /** Last day of a holiday; the letterbox is hidden while it is set. */
    holiday_until: date({ mode: 'string' }),
    /** Since when the community hides it, and the reason given to the owner; null if it is not hidden. */
    hidden_at: instant(),
    hidden_reason: text(),
    /** Number of changes to this row, counted by a database trigger. */
    version: integer().notNull().default(0),
    /** When the owner last confirmed the stickers; null if never, as for imported letterboxes. */
    items_confirmed_at: instant().defaultNow(),
    confirmation_asked_at: instant(),
    confirmation_reminders: boolean().notNull().default(true),
    /** When the owner was first and then again asked for a sign of life; null if not asked. */
    sign_asked_at: instant(),
    sign_asked_again_at: instant(),
    /** Since when others see that it has not answered lately. */
    silent_since: instant(),
    /** Since when it is off the map because of its silence. */
    gone_since: instant(),
    /** The last question for a sign of life that counts for the answer band, and its answer; both are kept. */
    sign_question_at: instant(),
    sign_answer_at: instant(),
    /** Set by the CSV import, so that importing the same row again finds its letterbox. */
    import_key: text().unique(),
    /** When the move of a whole site brought it; its `created_at` is that of the old site. */
    imported_at: instant(),
    /** When the owner of an imported letterbox was mailed a link to claim it; this happens once. */
    claim_mailed_at: instant(),
    /** Since when an imported letterbox counts as unclaimed: not claimed within eight weeks, takes no requests. */
    unclaimed_since: instant(),
    /** When it first came onto the map; null before, and 1970 if that was before this was recorded. */
    on_map_at: instant(),
    created_at: now(),
    updated_at: now(),
  },
  (table) => [
    atMost(table.address_addition, 200),
    filled(table.address, 200),
    check('letterboxes_check', sql`(${table.latitude} IS NULL) = (${table.longitude} IS NULL)`),
    check(
      'letterboxes_check1',
      sql`(${table.hidden_at} IS NULL) = (${table.hidden_reason} IS NULL)`,
    ),
    // A letterbox is silent only after two questions. It is also off the map if it is unclaimed.
    check(
      'letterboxes_silence_check',
      sql`(${table.sign_asked_again_at} IS NULL OR ${table.sign_asked_at} IS NOT NULL) AND (${table.silent_since} IS NULL OR ${table.sign_asked_again_at} IS NOT NULL) AND (${table.gone_since} IS NULL OR ${table.silent_since} IS NOT NULL OR ${table.unclaimed_since} IS NOT NULL)`,
    ),
    filled(table.city, 100),
    check('letterboxes_country_check', sql`${table.country} ~ '^[A-Z]{2}$'`),
    atMost(table.hidden_reason, 1000),
    check('letterboxes_latitude_check', sql`${table.latitude} BETWEEN -90 AND 90`),
    check('letterboxes_longitude_check', sql`${table.longitude} BETWEEN -180 AND 180`),
    filled(table.postcode, 20),
    index('letterboxes_city_idx').on(table.city, table.address, table.id),
    index('letterboxes_hidden_idx').on(table.hidden_at).where(sql`${table.hidden_at} IS NOT NULL`),
    index('letterboxes_holiday_until_idx')
      .on(table.holiday_until)
      .where(sql`${table.holiday_until} IS NOT NULL`),
    index('letterboxes_items_confirmed_at_idx').on(table.items_confirmed_at),
    index('letterboxes_newest_idx').on(table.created_at, table.id),
    index('letterboxes_arriving_idx').on(table.user_id).where(sql`${table.on_map_at} IS NULL`),
    index('letterboxes_placed_idx').on(table.created_at).where(sql`${table.latitude} IS NOT NULL`),
    index('letterboxes_sign_asked_at_idx')
      .on(table.sign_asked_at)
      .where(sql`${table.sign_asked_at} IS NOT NULL`),
    index('letterboxes_search_idx').using(
      'gin',
      sql`lower(${table.address} || ' ' || coalesce(${table.address_addition}, '') || ' ' || ${table.postcode} || ' ' || ${table.city}) gin_trgm_ops`,
    ),
  ],
)

export type LetterboxRow = typeof letterboxes.$inferSelect

/** People who manage a letterbox together with its owner. */
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

export const letterbox_items = pgTable(
  'letterbox_items',
  {
    letterbox_id: uuid()
      .notNull()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    item_id: smallint()
      .notNull()
      .references(() => items.id, { onDelete: 'cascade' }),
    /** Number of copies that can be lent. */
    copies: smallint().notNull().default(1),
    /** The owner's line about the item ("3 m, needs two people"); null if there is none. */
    line: collatedText(),
    /** When others could see it first; null before, and 1970 if that was before this was recorded. */
    on_map_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.letterbox_id, table.item_id] }),
    index('letterbox_items_item_id_idx').on(table.item_id),
    index('letterbox_items_on_map_at_idx').on(table.on_map_at),
    index('letterbox_items_arriving_idx')
      .on(table.letterbox_id)
      .where(sql`${table.on_map_at} IS NULL`),
    check('letterbox_items_copies_check', sql`${table.copies} BETWEEN 1 AND 9`),
    filled(table.line, 80),
    // Covers all rows: the planner uses statistics of an expression only from an index without a condition.
    index('letterbox_items_line_idx').using('gin', sql`lower(${table.line}) gin_trgm_ops`),
  ],
)

/** A letterbox's answer band and number of loans, computed from its requests. A letterbox without a row is new. */
export const letterbox_answers = pgTable(
  'letterbox_answers',
  {
    letterbox_id: uuid()
      .primaryKey()
      .references(() => letterboxes.id, { onDelete: 'cascade' }),
    answers: text({ enum: ANSWER_BANDS }).notNull(),
    loans: integer().notNull(),
    computed_at: instant().notNull(),
  },
  (table) => [
    oneOf(table.answers),
    check('letterbox_answers_loans_check', sql`${table.loans} >= 0`),
  ],
)
