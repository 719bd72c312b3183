import { arrayContains, eq, or, type SQL, sql } from 'drizzle-orm'
import { ROLE_ID } from '#platform/shared/roles.ts'
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
