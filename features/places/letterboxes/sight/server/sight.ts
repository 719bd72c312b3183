import { and, eq, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isOnMap } from '#features/places/letterboxes/map-index/server/door.ts'
import { isBlockedFor } from '#features/places/letterboxes/reach/server/door.ts'
import type { InSql } from '#platform/server/db/prepared.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { may } from '#platform/shared/task-matrix.ts'
import { letterboxes } from '../../tables.ts'

export type MaybeViewer = Pick<Viewer, 'id' | 'tasks' | 'area' | 'member_of'> | null
export type Eyes = 'everybody' | 'user' | 'moderator'

export function eyesOf(viewer: MaybeViewer): Eyes {
  if (viewer === null) return 'everybody'
  return may(viewer, 'letterbox.hidden') ? 'moderator' : 'user'
}

interface Looking {
  viewerId: InSql<string>
  /** The letterbox that the viewer manages as a household member. */
  memberOf: SQLWrapper
}

/**
 * SQL condition: the viewer may see the letterbox. Hidden ones are visible only to those who manage them and to
 * moderators; a block hides letterboxes on both sides. Part of the query, so that a hidden letterbox cannot be told
 * from a missing one, not even by response time.
 */
export function visibleTo(eyes: Eyes, { viewerId, memberOf }: Looking): SQL | undefined {
  if (eyes === 'everybody') return isOnMap
  if (eyes === 'moderator') return sql`true`
  const isShownToViewer = and(isOnMap, not(isBlockedFor(viewerId)))
  return or(isShownToViewer, eq(letterboxes.user_id, viewerId), eq(letterboxes.id, memberOf))
}

/** {@link visibleTo} for a query that is not prepared. */
export const isVisibleTo = (viewer: MaybeViewer): SQL | undefined =>
  viewer === null
    ? isOnMap
    : visibleTo(eyesOf(viewer), { viewerId: viewer.id, memberOf: sql`${viewer.member_of}::uuid` })
