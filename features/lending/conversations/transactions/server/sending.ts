import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'

/** All of it is stored in one database transaction `db`, mails included, or nothing is. */
export interface Sending {
  db: Db
  /** What deciding and notifying needs: limits, time zone, mails, pushes, and the time. */
  deps: Pick<Deps, 'clock' | 'config' | 'mails' | 'pushes' | 'settings'>
  /** When the call arrived. History entries use the time of `afterLock` instead. */
  now: Date
}

declare const locked: unique symbol
/** Like {@link Sending}, after the transactions were locked; only {@link afterLock} creates it. */
export interface LockedSending extends Sending {
  [locked]: true
}
