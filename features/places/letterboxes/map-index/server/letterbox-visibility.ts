import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isReachable } from '#features/places/letterboxes/reach/server/door.ts'
import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../../tables.ts'

type Columns<Name extends string> = Record<Name, AnyPgColumn>

/**
 * Whether a letterbox is public: it has a spot, its owner shows it and is not away, suspended or waiting to be let in,
 * it has not been silent too long, and the community has not hidden it. This is the only definition; two indexes
 * (`letterboxes_created_at_idx`, `users_on_map_idx`) repeat its terms, and triggers announce every change to them.
 */
export const onMap = (
  owner: Columns<'show_on_map' | 'suspended_at' | 'waiting_since'>,
  letterbox: Columns<'latitude' | 'holiday_until' | 'hidden_at' | 'gone_since'>,
): SQL | undefined =>
  and(
    eq(owner.show_on_map, true),
    isNull(owner.suspended_at),
    isNull(owner.waiting_since),
    isNotNull(letterbox.latitude),
    isNull(letterbox.holiday_until),
    isNull(letterbox.hidden_at),
    isNull(letterbox.gone_since),
  )

/** {@link onMap} for queries that join the owner to the letterbox. */
export const isOnMap = onMap(users, letterboxes)

/** Whether a letterbox would accept a request now, for queries that join the owner to it: `mayBeAsked` in SQL. */
export const isAskable = and(
  isOnMap,
  eq(users.enable_messaging, true),
  eq(users.takes_requests, true),
  eq(users.reseller, false),
  isReachable,
)
