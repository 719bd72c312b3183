import { countPasskeys } from '#features/passkeys/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { UserRow } from '#platform/server/identity/tables.ts'
import { answerTo } from '#platform/server/questions.ts'
import { LINKED_ACCOUNTS } from './accounts.questions.ts'

/** Whether an account has something to log in with, besides the links of mails. */
export async function canLogIn(
  db: Db,
  deps: Pick<Deps, 'config' | 'features'>,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
): Promise<boolean> {
  if (password_hash !== null || (await countPasskeys(db, id)) > 0) return true
  return (await answerTo(deps, LINKED_ACCOUNTS).count(db, deps.config, id)) > 0
}
