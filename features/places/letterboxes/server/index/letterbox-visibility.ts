import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { users } from '#platform/server/identity/tables.ts'
import { letterboxes } from '../../tables.ts'

type Columns<Name extends string> = Record<Name, AnyPgColumn>

/**
 * Whether everyone may see a letterbox: it has a spot, its owner shows it, is neither away nor
 * suspended nor waiting to be let in, has not been silent for too long, and the community has not hidden it. The one place that decides it; two indexes
 * (`letterboxes_created_at_idx`, `users_on_map_idx`) have the same words, and triggers announce every
 * change of them.
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

/** {@link onMap} where the owner is joined to the letterbox. */
export const isOnMap = onMap(users, letterboxes)
