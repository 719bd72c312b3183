import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser, lockUser } from '#platform/server/identity/users.queries.ts'
import { tasksOf } from '#platform/shared/tasks.ts'
import { rolesApi, type TaskHolder } from '../contract.admin.ts'
import { setTasks } from './giving.ts'
import { listStaff, lockAdmins } from './roles.queries.ts'

const present = (user: UserRow): TaskHolder => ({
  id: user.id,
  firstname: user.firstname,
  lastname: user.lastname,
  email: user.email,
  eligible: user.email_confirmed_at !== null && user.suspended_at === null,
  tasks: tasksOf(user),
  area: user.area,
  version: user.staff_version,
})

/** @throws `not_found` */
async function findHolder(db: Db, id: string): Promise<TaskHolder> {
  const user = await findUser(db, id)
  if (!user) throw new AppError('not_found')
  return present(user)
}

export function addRoleRoutes(app: FastifyInstance, deps: Deps): void {
  const { orm } = deps.database
  registerEndpoints(app, deps, 'roles', rolesApi, {
    list: async () => (await listStaff(orm)).map(present),

    byId: ({ query }) => findHolder(orm, query.id),

    set: ({ body: { id, version, tasks, area }, viewer }) =>
      orm.transaction(async (tx) => {
        await lockAdmins(tx)
        const user = await lockUser(tx, id)
        if (!user) throw new AppError('not_found')
        if (user.staff_version !== version) {
          throw new AppError('changed_meanwhile', { current: present(user) })
        }
        const outcome = await setTasks(tx, deps, id, { tasks, area, by: viewer })
        if (outcome === 'last_admin' || outcome === 'no_role_possible') throw new AppError(outcome)
        return findHolder(tx, id)
      }),
  })
}
