import type { Database } from '#platform/server/db/client.ts'

/** Any number, but the same in every process: backups of the back office are made in turn. */
const BACKUP_LOCK = 736_173_004

/** Embedded databases of which this process makes a backup; a server knows by the lock. */
const underWay = new WeakSet<Database>()

/** Makes a backup while no other process does; a process that is killed lets the next one begin. */
export async function oneAtATime(database: Database, work: () => Promise<void>): Promise<void> {
  await database.exclusively(BACKUP_LOCK, async () => {
    underWay.add(database)
    await work().finally(() => underWay.delete(database))
  })
}

/** Whether some process is at it. */
export async function isMaking(database: Database): Promise<boolean> {
  if (underWay.has(database)) return true
  // Lets go of the lock again with the end of the statement.
  const [row] = await database.query<{ free: boolean }>(
    'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
    [BACKUP_LOCK],
  )
  return row?.free === false
}
