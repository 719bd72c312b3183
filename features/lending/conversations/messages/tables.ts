import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { transactions } from '#features/lending/conversations/transactions/tables.ts'
import { MESSAGE_WARNINGS } from '#features/lending/conversations/warnings/message-warnings.ts'
import {
  collatedText,
  descending,
  filled,
  id,
  instant,
  now,
  oneOf,
} from '#platform/server/db/columns.ts'
import { users } from '#platform/server/identity/tables.ts'

export const messages = pgTable(
  'messages',
  {
    id: id(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    from_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    to_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    text: collatedText().notNull(),
    created_at: now(),
    seen_at: instant(),
    /** Chosen by the sender's client; unique per sender. */
    request_id: uuid(),
    /** The person who wrote it for the side `from_id`; null if unknown or if the account was deleted. */
    author_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Warnings for the receiver. Only messages from people whom the receiver has not answered yet have any. */
    warnings: text({ enum: MESSAGE_WARNINGS }).array().notNull().default(sql`'{}'::text[]`),
    /** An out-of-office reply to a mail: a note that never counts as an answer and sends no notification. */
    automatic: boolean().notNull().default(false),
    /** It waits for a moderator: only its author sees it. */
    held_at: instant(),
    held_for: text({ enum: ['many_letterboxes', 'many_accounts'] }),
    /** A moderator refused it, so that it is never delivered; `held_at` stays set. */
    refused_at: instant(),
    /** First messages with the same key have the same text. Null once the other side has answered. */
    text_key: text(),
  },
  (table) => [
    oneOf(table.held_for),
    // The limit for a new message is lower; one of a site that was moved in stays whole.
    filled(table.text, 20_000),
    index('messages_author_id_idx').on(table.author_id, table.created_at),
    index('messages_from_id_idx').on(table.from_id, table.created_at),
    index('messages_held_idx').on(table.held_at).where(sql`${table.held_at} IS NOT NULL`),
    uniqueIndex('messages_request_id_key')
      .on(table.from_id, table.request_id)
      .where(sql`${table.request_id} IS NOT NULL`),
    index('messages_text_key_idx')
      .on(table.text_key, table.created_at)
      .where(sql`${table.text_key} IS NOT NULL`),
    index('messages_to_id_idx').on(table.to_id),
    index('messages_transaction_id_idx').on(
      table.transaction_id,
      descending(table.created_at),
      table.id,
    ),
    index('messages_unseen_idx')
      .on(table.to_id, table.transaction_id)
      .where(sql`${table.seen_at} IS NULL`),
  ],
)

export type MessageRow = typeof messages.$inferSelect

/**
 * The part that was cut from a message that came by mail: the quoted text and the signature. Only its writer can read
 * it, since our mail to one side contains more than the other side may see.
 */
export const message_quotations = pgTable(
  'message_quotations',
  {
    message_id: uuid()
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    author_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
  },
  (table) => [
    filled(table.text, 12_000),
    index('message_quotations_author_id_idx').on(table.author_id, table.message_id),
  ],
)

/**
 * Replies by mail whose sender could not be verified: each waits until the person it claims to come from confirms
 * it, and is not delivered before.
 */
export const held_replies = pgTable(
  'held_replies',
  {
    id: id(),
    transaction_id: uuid()
      .notNull()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sender's address as the mail claims it; not verified. */
    from_address: text().notNull(),
    text: text().notNull(),
    /** How many files came with it; none is stored. */
    files: smallint().notNull(),
    written_at: instant().notNull(),
    /** Hash of the token in the link of the mail that asks for confirmation. */
    token_hash: text().notNull().unique(),
    expires_at: instant().notNull(),
  },
  (table) => [
    filled(table.text, 800),
    index('held_replies_transaction_id_idx').on(table.transaction_id),
    index('held_replies_user_id_idx').on(table.user_id),
    index('held_replies_expires_at_idx').on(table.expires_at),
  ],
)
