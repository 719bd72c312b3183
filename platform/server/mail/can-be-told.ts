import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { push_subscriptions } from '#features/people/notifications/tables.ts'
import { PAUSED_FOR_LONG } from './mail-refusal.rules.ts'
import { paused_addresses, refused_addresses } from './tables.ts'

type Person = Record<
  'id' | 'email' | 'email_confirmed_at' | 'suspended_at' | 'notify_request',
  AnyPgColumn
>

/**
 * Whether somebody would hear of a request, as `notify` tells it: by a mail to a confirmed address that takes mails, or
 * on a device that shows what it gets and whose session has not ended. Triggers announce every change of it to the map
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

/** The same at this moment: not by mails that wait since the mailbox is full or disabled, or have come back from it. */
export const canBeToldNow = (person: Person): SQL<boolean> =>
  canBeToldOfRequests(
    person,
    sql`EXISTS (SELECT FROM ${paused_addresses}
      WHERE ${paused_addresses.address} = lower(${person.email})
        AND ${paused_addresses.taken_at} IS NULL AND ${paused_addresses.tries} >= ${sql.raw(String(PAUSED_FOR_LONG))})`,
  )
