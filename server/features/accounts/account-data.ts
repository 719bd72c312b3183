import type { AccountData } from '@letterlend/contract/accounts.ts'
import {
  and,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import {
  announcement_views,
  general_feedbacks,
  household_invitations,
  household_members,
  letterbox_items,
  letterboxes,
  messages,
  passkeys,
  reports,
  tokens,
  transactions,
  users,
  wishes,
} from '../../db/schema.ts'
import type { UserRow } from '../letterboxes/letterboxes.presenter.ts'

interface Source {
  table: PgTable
  /** Columns that never leave: hashes of secrets. */
  secret?: string[]
  /** Which rows concern a user. */
  where: (user: UserRow) => SQL | undefined
}

const ids = (table: PgTable, id: PgColumn, where: SQL | undefined): SQLWrapper =>
  sql`(SELECT ${id} FROM ${table} WHERE ${where})`

const ownTransactions = ({ id }: UserRow) =>
  or(eq(transactions.borrower_id, id), eq(transactions.renter_id, id))

/** What was left under an address without logging in belongs to whoever proved to own it. */
const ownAddress = (email: PgColumn, user: UserRow) =>
  user.email && user.email_confirmed_at ? sql`lower(${email}) = lower(${user.email})` : undefined

/**
 * Every table that says something about a user. A table that points to users is listed here or in
 * {@link NOT_EXPORTED}; a test fails for any other.
 */
export const ACCOUNT_DATA: Source[] = [
  { table: users, secret: ['password_hash'], where: ({ id }) => eq(users.id, id) },
  { table: letterboxes, where: ({ id }) => eq(letterboxes.user_id, id) },
  {
    table: letterbox_items,
    where: ({ id }) =>
      inArray(
        letterbox_items.letterbox_id,
        ids(letterboxes, letterboxes.id, eq(letterboxes.user_id, id)),
      ),
  },
  { table: household_members, where: ({ id }) => eq(household_members.user_id, id) },
  {
    table: household_invitations,
    secret: ['token_hash'],
    where: ({ id }) => eq(household_invitations.invited_by, id),
  },
  {
    table: tokens,
    secret: ['token_hash'],
    where: ({ id }) => and(eq(tokens.user_id, id), eq(tokens.kind, 'session')),
  },
  {
    table: passkeys,
    secret: ['credential_id', 'public_key', 'counter', 'transports'],
    where: ({ id }) => eq(passkeys.user_id, id),
  },
  { table: transactions, where: ownTransactions },
  {
    table: messages,
    where: (user) =>
      inArray(messages.transaction_id, ids(transactions, transactions.id, ownTransactions(user))),
  },
  { table: announcement_views, where: ({ id }) => eq(announcement_views.user_id, id) },
  {
    table: wishes,
    where: (user) => or(eq(wishes.user_id, user.id), ownAddress(wishes.email, user)),
  },
  // Not those about the own letterbox: they name who wrote them.
  {
    table: reports,
    where: (user) => or(eq(reports.user_id, user.id), ownAddress(reports.email, user)),
  },
  { table: general_feedbacks, where: ({ id }) => eq(general_feedbacks.user_id, id) },
]

/** Tables that point to users and stay out, each with the reason. */
export const NOT_EXPORTED: Record<string, string> = {
  passkey_challenges: 'random bytes that are signed within five minutes or forgotten',
  upkeep_tokens: 'hashes of links in the yearly mails, nothing else',
  local_mails: 'what was mailed, with links that log in; empty where mails are really sent',
  wish_tokens: 'secrets of links',
  wish_matches: "other people's letterboxes, which may be hidden by now",
}

/** Everything that is stored about a user, by table. */
export async function collectAccountData(db: Db, user: UserRow): Promise<AccountData['data']> {
  const data: AccountData['data'] = {}
  for (const { table, secret = [], where } of ACCOUNT_DATA) {
    const columns = Object.fromEntries(
      Object.entries(getTableColumns(table)).filter(([name]) => !secret.includes(name)),
    ) as Record<string, PgColumn>
    data[getTableName(table)] = await db.select(columns).from(table).where(where(user))
  }
  return data
}
