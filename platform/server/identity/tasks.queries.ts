import { and, arrayContains, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Area, Place } from '#platform/shared/areas.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { type BackOfficeCall, IN_AREAS, tasksFor } from '#platform/shared/task-matrix.ts'
import { SINGLE_TASKS, type Task, tasksOf } from '#platform/shared/tasks.ts'
import { users } from './tables.ts'

/** SQL condition: the account has any task. */
export const hasTasks: SQL = sql`(${users.role_id} > ${sql.raw(String(ROLE_ID.member))} OR ${users.tasks} <> '{}')`

/** SQL condition: the account has a task, of its own or by its role. `tasksOf` is the equivalent for a loaded row. */
export function hasTask(task: Task): SQL | undefined {
  const roles = Object.values(ROLE_ID).filter((role_id) =>
    tasksOf({ role_id, tasks: [] }).includes(task),
  )
  const single = SINGLE_TASKS.find((each) => each === task)
  return or(
    ...roles.map((role_id) => eq(users.role_id, role_id)),
    single && arrayContains(users.tasks, [single]),
  )
}

/** The columns of a table that say where a row is. Tables without spots leave those out. */
type PlaceColumns = { [Name in 'country' | 'postcode']: SQLWrapper } & {
  [Name in 'latitude' | 'longitude']?: SQLWrapper
}

/** SQL condition: a row is in the viewer's area; undefined for viewers without one, who see everything. */
export function inArea(
  { area }: { area: Area | null },
  { country, postcode, latitude = sql`NULL`, longitude = sql`NULL` }: PlaceColumns,
): SQL | undefined {
  if (!area) return undefined
  return sql`area_covers(${JSON.stringify(area)}::jsonb, ${country}, ${postcode}, ${latitude}, ${longitude})`
}

/**
 * SQL condition: the account may make a call about what is at this place. A person with an area is excluded from calls
 * about the whole community, and from what is at no known place.
 */
export function mayDo(call: BackOfficeCall, place: Place | null): SQL | undefined {
  const hasATask = or(...tasksFor(call).map(hasTask))
  if (!place || !IN_AREAS.includes(call)) return and(hasATask, isNull(users.area))
  const { country, postcode, latitude, longitude } = place
  return and(
    hasATask,
    sql`area_covers(${users.area}, ${country}, ${postcode}, ${latitude}::float8, ${longitude}::float8)`,
  )
}
