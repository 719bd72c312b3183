import type { Db } from '#platform/server/db/client.ts'
import type { Deps, NotifyDeps } from '#platform/server/deps.ts'

/** All of it is stored in one database transaction `db`, mail included, or nothing. */
export interface Sending {
  db: Db
  mail: NotifyDeps & Pick<Deps, 'clock'>
  /** When the call came. What is written into a history has the time of `afterLock`. */
  now: Date
}

declare const locked: unique symbol
/** The same once the transactions are locked: {@link afterLock} made it. */
export interface LockedSending extends Sending {
  [locked]: true
}
