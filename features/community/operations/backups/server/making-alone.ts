import type { Database } from '#platform/server/db/client.ts'
import { isLocked } from '#platform/server/db/locks.ts'

/** Embedded databases of which this process makes a backup; a server knows by the lock. */
const underWay = new WeakSet<Database>()

/** Makes a backup while no other process does; a process that is killed lets the next one begin. */
export async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  await database.withLock('backup', async () => {
    underWay.add(database)
    await work().finally(() => underWay.delete(database))
  })
}

/** Whether some process is at it. */
export async function isMaking(database: Database): Promise<boolean> {
  if (underWay.has(database)) return true
  return isLocked(database.orm, 'backup')
}
