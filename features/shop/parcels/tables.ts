import { sql } from 'drizzle-orm'
import { check, doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { letterbox_codes } from '#features/places/letterboxes/codes/tables.ts'
import { letterboxes } from '#features/places/letterboxes/tables.ts'
import { orders } from '#features/shop/orders/tables.ts'
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
import { LANGUAGES } from '#platform/shared/languages.ts'
import { LETTER_LABEL_MAX_LENGTH, LETTER_TEXT_MAX_LENGTH, LETTER_WINDOWS } from './letters.ts'

/** A batch of letters, each with a code. */
export const letter_batches = pgTable(
  'letter_batches',
  {
    id: id(),
    /** Name for the staff: a street with its town, or the file of an import. */
    label: text().notNull(),
    lang: text({ enum: LANGUAGES }).notNull(),
    /** The community's own paragraph; may be empty. */
    text: text().notNull(),
    window: text({ enum: LETTER_WINDOWS }).notNull(),
    created_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    created_at: now(),
    expires_at: instant().notNull(),
  },
  (table) => [
    filled(table.label, LETTER_LABEL_MAX_LENGTH),
    oneOf(table.lang),
    atMost(table.text, LETTER_TEXT_MAX_LENGTH),
    oneOf(table.window),
    index('letter_batches_created_at_idx').on(table.created_at),
    index('letter_batches_created_by_idx').on(table.created_by),
  ],
)

/** A code on the slip of a parcel, created with its first slip, or on a letter, created with its batch. */
export const parcel_codes = pgTable(
  'parcel_codes',
  {
    /** In plain text, because slips and letters may be printed again. */
    code: text().primaryKey(),
    /** Only for a parcel, which went to the order's address. */
    order_id: uuid()
      .unique()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Only for a letter, which went to the address in the next columns. */
    batch_id: uuid().references(() => letter_batches.id, { onDelete: 'cascade' }),
    address: collatedText(),
    postcode: text(),
    city: collatedText(),
    country: text(),
    /** The spot of the house, for people whose tasks are limited to an outline; null if it is not known. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The unclaimed imported letterbox that this letter hands over to the person who registers. */
    handed_letterbox_id: uuid().references(() => letterboxes.id, { onDelete: 'set null' }),
    created_at: now(),
    expires_at: instant().notNull(),
    /** When the staff revoked it. */
    revoked_at: instant(),
    used_at: instant(),
    /** The letterbox whose address it proved. */
    letterbox_id: uuid().references(() => letterboxes.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('parcel_codes_code_check', sql`${table.code} ~ '^[2-9A-HJKMNP-Z]{8}$'`),
    check(
      'parcel_codes_place_check',
      sql`(${table.order_id} IS NULL) = (num_nonnulls(${table.batch_id}, ${table.address}, ${table.postcode}, ${table.city}, ${table.country}) = 5)`,
    ),
    check(
      'parcel_codes_spot_check',
      sql`(${table.latitude} IS NULL) = (${table.longitude} IS NULL) AND (${table.latitude} IS NULL OR ${table.batch_id} IS NOT NULL)`,
    ),
    index('parcel_codes_batch_id_idx').on(table.batch_id),
    index('parcel_codes_handed_letterbox_id_idx').on(table.handed_letterbox_id),
    index('parcel_codes_letterbox_id_idx').on(table.letterbox_id),
  ],
)

/** The codes of the sheets of an order, created with their stickers. Each leads to the letterbox that claims it. */
export const sheet_codes = pgTable(
  'sheet_codes',
  {
    code: text()
      .primaryKey()
      .references(() => letterbox_codes.code, { onDelete: 'cascade' }),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** When the buyer gave the sheet away, so that any member may claim its code. */
    given_away_at: instant(),
  },
  (table) => [index('sheet_codes_order_id_idx').on(table.order_id)],
)
