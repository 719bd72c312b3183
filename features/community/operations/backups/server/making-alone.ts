import type { Database } from '#platform/server/db/client.ts'
import { isLocked } from '#platform/server/db/locks.ts'

/** Embedded databases that this process is backing up. A PostgreSQL server uses a lock instead. */
const underWay = new WeakSet<Database>()

/** Makes a backup while no other process does. If the process is killed, the next one can begin. */
export async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  await database.withLock('backup', async () => {
    underWay.add(database)
    await work().finally(() => underWay.delete(database))
  })
}

/** True if any process is making a backup. */
export async function isMaking(database: Database): Promise<boolean> {
  if (underWay.has(database)) return true
  return isLocked(database.orm, 'backup')
}
