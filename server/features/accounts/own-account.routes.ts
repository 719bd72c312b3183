import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../identity/sessions.queries.ts'
import { handOverLetterbox, lockHousehold } from '../household/household.handover.ts'
import { lockOwn } from '../letterboxes/letterboxes.ownership.ts'
import { collectAccountData } from './account-data.ts'
import { deleteUser } from './account-removal.ts'
import { updateAccount } from './account-update.ts'
import type { AccountDeps, AccountHandlers } from './accounts.deps.ts'
import { findUser, findUserinfo } from './accounts.queries.ts'

/** The account itself: reading, changing, taking along, leaving. */
export function accountHandlers(
  deps: AccountDeps,
): AccountHandlers<'userinfo' | 'updateAccountInfo' | 'remove' | 'exportData'> {
  const { orm, config, mails, clock } = deps

  async function userinfoOf(viewer: Viewer, now: Date) {
    const user = await findUserinfo(orm, viewer.id, now)
    if (!user) throw new AppError('unauthorized')
    return user
  }

  return {
    userinfo({ viewer }) {
      return userinfoOf(viewer, clock())
    },

    async updateAccountInfo({ body, viewer }) {
      const now = clock()
      await updateAccount(deps, viewer, body, now)
      return userinfoOf(viewer, now)
    },

    async remove({ viewer }) {
      const letterboxId = await orm.transaction(async (tx) => {
        const locked = await lockHousehold(tx, viewer.id)
        const { account, letterbox } = await lockOwn(tx, viewer)
        const handedOver =
          letterbox?.user_id === account.id &&
          (await handOverLetterbox(tx, { mails, config }, { account, letterbox }, locked))
        await deleteUser(tx, { mails, config }, account, handedOver)
        return letterbox?.id
      })
      if (letterboxId) await deps.refreshLetterboxes([letterboxId])
      return null
    },

    async exportData({ viewer, reply }) {
      const user = await findUser(orm, viewer.id)
      if (!user) throw new AppError('unauthorized')
      reply.header('content-disposition', 'attachment; filename="letterlend-data.json"')
      return {
        exported_at: clock().toISOString(),
        data: await collectAccountData(orm, user),
      }
    },
  }
}
