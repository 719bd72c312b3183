import { isDeepStrictEqual } from 'node:util'
import { type Area, storedArea } from '#platform/shared/areas.ts'
import { AREA_TASKS, storedTasks, TASKS, type Task, tasksOf } from '#platform/shared/tasks.ts'

/** What a person does for the community, and where. */
export interface Duties {
  tasks: readonly Task[]
  /** Null for the whole community. */
  area: Area | null
}

/**
 * What can be stored: administration has no area, nor has a person without tasks; and an area drops the tasks that cannot
 * be limited to it.
 */
export function possibleDuties({ tasks, area }: Duties): Duties {
  const all = tasksOf(storedTasks(tasks))
  if (!area || all.includes('administration')) return { tasks: all, area: null }
  const limited = AREA_TASKS.filter((task) => all.includes(task))
  return { tasks: limited, area: limited.length > 0 ? storedArea(area) : null }
}

export const isSameArea = (one: Area | null, other: Area | null): boolean =>
  isDeepStrictEqual(one, other)

/** The tasks that a change adds and removes. */
export function changeOfTasks(
  before: readonly Task[],
  after: readonly Task[],
): { given: Task[]; taken: Task[] } {
  return {
    given: TASKS.filter((task) => after.includes(task) && !before.includes(task)),
    taken: TASKS.filter((task) => before.includes(task) && !after.includes(task)),
  }
}

/** Whether an address is that of `ADMIN_EMAIL`, ignoring case. */
export function isAdminAddress(email: string | null, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && email?.toLowerCase() === adminEmail.toLowerCase()
}

/** An area in words for the audit log: its postcodes, or its corners as latitude and longitude. */
export function namedArea(area: Area | null): string[] {
  if (!area) return []
  if (area.country) return area.postcodes.map((postcode) => `${area.country} ${postcode}`)
  return area.outline.map(([longitude, latitude]) => `${latitude} ${longitude}`)
}
