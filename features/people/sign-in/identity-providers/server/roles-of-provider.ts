import { changeSingleTasks } from '#features/people/roles/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { IdentityProviderConfig } from '#platform/server/identity-provider-settings.ts'
import type { SingleTask } from '#platform/shared/tasks.ts'
import { tasksAfterLogin } from './claims.rules.ts'
import { type LinkedRow, storeBrought } from './identity-providers.queries.ts'

/**
 * Gives and takes the tasks that the provider's roles map to, with an audit entry and a mail, as if
 * done by hand. Never changes administration or the tasks of an admin.
 */
export async function applyRoles(
  tx: Db,
  deps: Deps,
  { roles }: Pick<IdentityProviderConfig, 'roles'>,
  linked: LinkedRow,
  said: readonly SingleTask[],
): Promise<void> {
  if (!roles) return
  const governed = [...new Set([...roles.tasksByValue.values()].flat())]
  let brought: readonly SingleTask[] = linked.tasks
  const outcome = await changeSingleTasks(tx, deps, linked.user_id, {
    by: 'system',
    change(before) {
      const after = tasksAfterLogin(before, linked.tasks, { said, governed })
      brought = after.brought
      return after.tasks
    },
  })
  // An unconfirmed account gets no tasks; the next login tries again.
  if (outcome === 'changed' || outcome === 'unchanged') await storeBrought(tx, linked.id, brought)
}

/** Takes away the tasks that a linked account has brought, once it is unlinked. */
export async function takeBrought(tx: Db, deps: Deps, linked: LinkedRow): Promise<void> {
  if (linked.tasks.length === 0) return
  await changeSingleTasks(tx, deps, linked.user_id, {
    by: 'system',
    change: (before) => before.filter((task) => !linked.tasks.includes(task)),
  })
}
