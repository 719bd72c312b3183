import { TASKS, type Task } from '#platform/shared/tasks.ts'

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
