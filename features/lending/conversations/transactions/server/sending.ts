import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'

/** All of it is stored in one database transaction `db`, mails included, or nothing. */
export interface Sending {
  db: Db
  /** What it takes to decide and to tell somebody: the limits, the time zone, mails and pushes, the time. */
  deps: Pick<Deps, 'clock' | 'config' | 'mails' | 'pushes' | 'settings'>
  /** When the call came. What is written into a history has the time of `afterLock`. */
  now: Date
}

declare const locked: unique symbol
/** The same once the transactions are locked: {@link afterLock} made it. */
export interface LockedSending extends Sending {
  [locked]: true
}
