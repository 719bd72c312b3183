import { SINGLE_TASKS, type Task } from '#platform/shared/tasks.ts'
import { useOwnTokens } from './data/access-tokens.ts'
import { TokenList } from './token-list.tsx'

/** The accesses that the user has given to programs. */
export function OwnTokens({ tasks }: { tasks: readonly Task[] }) {
  return (
    <TokenList
      tokens={useOwnTokens()}
      heading="h3"
      offered={SINGLE_TASKS.filter((task) => tasks.includes(task))}
    />
  )
}
