import { countPasskeys } from '#features/people/sign-in/passkeys/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { answerTo } from '#platform/server/questions.ts'
import { LINKED_ACCOUNTS } from './accounts.questions.ts'

type LoginDeps = Pick<Deps, 'config' | 'features'>
type Account = Pick<UserRow, 'id' | 'password_hash'>

/** Whether an account has something to log in with, besides the links of mails. */
export async function canLogIn(db: Db, deps: LoginDeps, account: Account): Promise<boolean> {
  return (
    (await logsInWithoutPasskey(db, deps, account)) || (await countPasskeys(db, account.id)) > 0
  )
}

/** The same, of an account of whose passkeys is known already that there are none. */
export async function logsInWithoutPasskey(
  db: Db,
  deps: LoginDeps,
  { id, password_hash }: Account,
): Promise<boolean> {
  if (password_hash !== null) return true
  return (await answerTo(deps, LINKED_ACCOUNTS).count(db, deps.config, id)) > 0
}
