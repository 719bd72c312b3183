import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { atMost, instant, now, oneOf } from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'
import { LEGAL_COUNTRIES, LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { LEGAL_TEXT_MAX_LENGTH } from './contract.ts'

/** Published texts. The newest version of a page is in force unless it was withdrawn; the others stay readable. */
export const legal_versions = pgTable(
  'legal_versions',
  {
    page: text({ enum: LEGAL_PAGES }).notNull(),
    version: integer().notNull(),
    /** Country of the template it began with. */
    country: text({ enum: LEGAL_COUNTRIES }).notNull(),
    text_de: text().notNull(),
    text_en: text().notNull(),
    text_fr: text().notNull(),
    /** Terms only: ask existing members to agree. */
    asks_consent: boolean().notNull(),
    published_at: instant().notNull(),
    published_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** From then on no version is in force until another one is published. The audit log says who withdrew it. */
    withdrawn_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.page, table.version] }),
    oneOf(table.page),
    oneOf(table.country),
    check('legal_versions_version_check', sql`${table.version} > 0`),
    atMost(table.text_de, LEGAL_TEXT_MAX_LENGTH),
    atMost(table.text_en, LEGAL_TEXT_MAX_LENGTH),
    atMost(table.text_fr, LEGAL_TEXT_MAX_LENGTH),
    index('legal_versions_published_by_idx').on(table.published_by),
  ],
)

/** Which version of the terms a user agreed to, and when. */
export const terms_consents = pgTable(
  'terms_consents',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    agreed_at: now(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.version] })],
)
