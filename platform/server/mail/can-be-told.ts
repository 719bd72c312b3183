import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { push_subscriptions } from '#features/notifications/tables.ts'
import { refused_addresses } from './tables.ts'

type Person = Record<
  'id' | 'email' | 'email_confirmed_at' | 'suspended_at' | 'notify_request',
  AnyPgColumn
>

/**
 * Whether somebody would hear of a request, as `notify` tells it: by a mail to a confirmed address that takes mails, or
 * on a device whose session has not ended. Triggers announce every change of it to the map (`announce_reach`).
 */
export const canBeToldOfRequests = (person: Person): SQL<boolean> => sql<boolean>`(
  ${person.suspended_at} IS NULL AND ${person.notify_request} <> 'off' AND (
    (${person.email} IS NOT NULL AND ${person.email_confirmed_at} IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${refused_addresses} WHERE ${refused_addresses.address} = lower(${person.email})))
    OR (${person.notify_request} = 'at_once' AND EXISTS (
      SELECT FROM ${push_subscriptions} WHERE ${push_subscriptions.user_id} = ${person.id}))))`
