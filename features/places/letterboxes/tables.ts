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
    /** When a code from a parcel proved the address; null again when the address changes. */
    address_verified_at: instant(),
    /** The last day of a holiday; as long as it is set, the letterbox is hidden. */
    holiday_until: date({ mode: 'string' }),
    /**
     * Since when the community hides it, and the reason that its owner was told; null where it does
     * not.
     */
    hidden_at: instant(),
    hidden_reason: text(),
    /** Counts the changes of this row; a trigger of the database does so. */
    version: integer().notNull().default(0),
    /** When its owner last said that the stickers are true; null where nobody did, as in an imported one. */
    items_confirmed_at: instant().defaultNow(),
    confirmation_asked_at: instant(),
    confirmation_reminders: boolean().notNull().default(true),
    /** When its owner was asked for a sign of life, and a second time; null while there is no reason to. */
    sign_asked_at: instant(),
    sign_asked_again_at: instant(),
    /** Since when neighbours are told that it has not answered lately. */
    silent_since: instant(),
    /** Since when it is off the map for that. */
    gone_since: instant(),
    /** The last question for a sign of life that counts for how it answers, and when there was one; both stay. */
    sign_question_at: instant(),
    sign_answer_at: instant(),
    /** Set by the CSV import, so that the same row, imported again, finds its letterbox. */
    import_key: text().unique(),
    /** When the owner of an imported one was mailed a link that hands it over: once. */
    claim_mailed_at: instant(),
    /** Since when an imported one counts as unclaimed: nobody came in eight weeks, and it takes no requests. */
    unclaimed_since: instant(),
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
    // Nobody is called silent who was not asked twice; off the map is also what nobody has claimed.
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

/** People who manage a letterbox beside its owner. */
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
    /** How many copies of the thing there are to lend. */
    copies: smallint().notNull().default(1),
    /** What its owner says of it ("3 m, needs two people"); null where nothing is said. */
    line: collatedText(),
  },
  (table) => [
    primaryKey({ columns: [table.letterbox_id, table.item_id] }),
    index('letterbox_items_item_id_idx').on(table.item_id),
    check('letterbox_items_copies_check', sql`${table.copies} BETWEEN 1 AND 9`),
    filled(table.line, 80),
    // Of all rows: the database uses what it knows of a text's words only from an index without a condition.
    index('letterbox_items_line_idx').using('gin', sql`lower(${table.line}) gin_trgm_ops`),
  ],
)

/**
 * How a letterbox answers and how much it has lent, computed from its requests. A letterbox without
 * a row is new.
 */
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
