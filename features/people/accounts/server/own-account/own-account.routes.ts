import { recordSecurityEvent } from '#features/people/accounts/security-events/server/door.ts'
import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { type AttemptLimit, countAttempt } from '#platform/server/identity/attempts.queries.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { findUser } from '#platform/server/identity/users.queries.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { AccountHandlers } from '../account-handlers.ts'
import { dataDownloaded } from '../mails.ts'
import { exportAccount } from './account-data.ts'
import { removeOwnAccount } from './account-removal.ts'

/** Repeated downloads send a mail for the first ones only. */
const DOWNLOAD_MAILS: AttemptLimit = { max: 3, windowMs: DAY_MS }

async function tellOfDownload(tx: Db, deps: Deps, user: UserRow): Promise<void> {
  if (!user.email || !user.email_confirmed_at) return
  const { over } = await countAttempt(tx, ['dataDownloaded', user.id], DOWNLOAD_MAILS, deps.clock())
  if (over) return
  await deps.mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: dataDownloaded({
      firstname: user.firstname,
      notMeUrl: await notMeUrl(tx, deps, user),
    }),
  })
}

/** Exporting and deleting the account. */
export function accountHandlers(deps: Deps): AccountHandlers<'remove' | 'exportData'> {
  const { database, clock } = deps
  const { orm } = database

  return {
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
        await tellOfDownload(tx, deps, user)
        return exportAccount(tx, deps, user, 'oneself')
      })
    },
  }
}
