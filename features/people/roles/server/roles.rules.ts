import { TASKS, type Task } from '#platform/shared/tasks.ts'

/** Which tasks an account gets and loses. */
export function changeOfTasks(
  before: readonly Task[],
  after: readonly Task[],
): { given: Task[]; taken: Task[] } {
  return {
    given: TASKS.filter((task) => after.includes(task) && !before.includes(task)),
    taken: TASKS.filter((task) => before.includes(task) && !after.includes(task)),
  }
}

/** Whether an address, however it is capitalised, is the one in the settings. */
export function isAdminAddress(email: string | null, adminEmail: string | undefined): boolean {
  return adminEmail !== undefined && email?.toLowerCase() === adminEmail.toLowerCase()
}
