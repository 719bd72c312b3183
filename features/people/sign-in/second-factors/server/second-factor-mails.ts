import { notMeUrl } from '#features/people/accounts/sessions/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps, MailDeps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { paths } from '#platform/shared/paths.ts'
import { type SecondFactorChange, secondFactorChanged } from './mails.ts'
import { countCodes } from './second-factors.queries.ts'

/** What a change of a second factor needs, including the mail to its owner. */
export type SecondFactorDeps = MailDeps & Pick<Deps, 'clock'>

/** Notifies the owner, in the transaction `tx` of the change. */
export async function tellOfChange(
  tx: Db,
  deps: SecondFactorDeps,
  user: UserRow,
  change: SecondFactorChange,
): Promise<void> {
  if (!user.email) return
  const { mails, config } = deps
  await mails.enqueue(tx, {
    to: user.email,
    lang: user.lang,
    content: secondFactorChanged({
      firstname: user.firstname,
      change,
      codesLeft: await countCodes(tx, user.id),
      url:
        config.publicUrl + (change === 'reset' ? paths.login(paths.security()) : paths.security()),
      notMeUrl: await notMeUrl(tx, deps, user),
    }),
  })
}
