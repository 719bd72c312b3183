import { recordSecurityEvent } from '#features/security-events/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import type { AccountHandlers } from '../account-handlers.ts'
import { findUserinfo } from '../accounts.queries.ts'
import { exportAccount } from './account-data.ts'
import { removeOwnAccount } from './account-removal.ts'
import { updateAccount } from './account-update.ts'

/** The account itself: reading, changing, taking along, leaving. */
export function accountHandlers(
  deps: Deps,
): AccountHandlers<'userinfo' | 'updateAccountInfo' | 'remove' | 'exportData'> {
  const { database, clock } = deps
  const { orm } = database

  async function userinfoOf(viewer: Viewer) {
    const user = await findUserinfo(orm, viewer.id, deps)
    if (!user) throw new AppError('unauthorized')
    return user
  }

  return {
    userinfo({ viewer }) {
      return userinfoOf(viewer)
    },

    async updateAccountInfo({ body, viewer }) {
      await updateAccount(deps, viewer, body, clock())
      return userinfoOf(viewer)
    },

    async remove({ body, viewer }) {
      await removeOwnAccount(deps, viewer, body?.current_password)
      return null
    },

    async exportData({ viewer, reply }) {
      const user = await findUser(orm, viewer.id)
      if (!user) throw new AppError('unauthorized')
      reply.header('content-disposition', 'attachment; filename="letterlend-data.json"')
      return orm.transaction(async (tx) => {
        const exported = { kind: 'data_exported', origin: viewer } as const
        await recordSecurityEvent(tx, user.id, exported, clock())
        return exportAccount(tx, deps, user, 'oneself')
      })
    },
  }
}
