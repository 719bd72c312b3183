import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { PAUSED_FOR_LONG } from '#platform/server/mail/mail-refusal.rules.ts'
import { paused_addresses, refused_addresses } from '#platform/server/mail/tables.ts'
import { push_subscriptions } from '../../tables.ts'

type Person = Record<
  'id' | 'email' | 'email_confirmed_at' | 'suspended_at' | 'notify_request',
  AnyPgColumn
>

/**
 * Whether a user can be notified of a request by `notify`: by mail to a confirmed address that accepts mails, or by
 * push to a working device with an active session. Triggers announce every change of this to the map
 * (`announce_reach`).
 * @param unless another reason why mails do not reach the address
 */
export const canBeToldOfRequests = (
  person: Person,
  unless = sql`false`,
): SQL<boolean> => sql<boolean>`(
  ${person.suspended_at} IS NULL AND ${person.notify_request} <> 'off' AND (
    (${person.email} IS NOT NULL AND ${person.email_confirmed_at} IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${refused_addresses} WHERE ${refused_addresses.address} = lower(${person.email})) AND NOT ${unless})
    OR (${person.notify_request} = 'at_once' AND EXISTS (
      SELECT FROM ${push_subscriptions}
      WHERE ${push_subscriptions.user_id} = ${person.id} AND ${push_subscriptions.silent_at} IS NULL))))`

/**
 * The same at this moment: mails do not count while they wait because the mailbox is full or disabled, or have bounced.
 */
export const canBeToldNow = (person: Person): SQL<boolean> =>
  canBeToldOfRequests(
    person,
    sql`EXISTS (SELECT FROM ${paused_addresses}
      WHERE ${paused_addresses.address} = lower(${person.email})
        AND ${paused_addresses.taken_at} IS NULL AND ${paused_addresses.tries} >= ${sql.raw(String(PAUSED_FOR_LONG))})`,
  )
