import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Orm } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { imports } from '../tables.ts'

export const IMPORT_QUEUE = 'imports'

/** Heartbeat interval of a run. */
const ALIVE_EVERY_MS = 5_000
/** After this silence a run counts as dead: its process was killed. */
const GONE_AFTER_SECONDS = 30

const isSilent = lt(
  imports.claimed_at,
  sql`now() - make_interval(secs => ${sql.raw(String(GONE_AFTER_SECONDS))})`,
)
const isUnderWay = inArray(imports.status, ['checking', 'writing'])

/** The claim of one run of the job on a file, which excludes all other runs. */
export interface Claim {
  id: string
  token: string
  /** Aborted when another run has taken over; this one must not write any more. */
  lost: AbortSignal
  release(): Promise<void>
}

export const isClaimedBy = ({ id, token }: Pick<Claim, 'id' | 'token'>) =>
  and(eq(imports.id, id), eq(imports.claim, token))

/**
 * Claims a file and sends heartbeats until it is released.
 * @returns null if another run has it or there is nothing to do
 */
export async function claimFile(orm: Orm, id: string): Promise<Claim | null> {
  const token = randomUUID()
  const claimed = await orm
    .update(imports)
    .set({ claim: token, claimed_at: sql`now()` })
    .where(and(eq(imports.id, id), isUnderWay, or(isNull(imports.claim), isSilent)))
    .returning({ id: imports.id })
  if (claimed.length === 0) return null
  const lost = new AbortController()
  let saying: Promise<void> | null = null
  const say = async () => {
    const still = await orm
      .update(imports)
      .set({ claimed_at: sql`now()` })
      .where(isClaimedBy({ id, token }))
      .returning({ id: imports.id })
    if (still.length === 0) lost.abort()
  }
  const timer = setInterval(() => {
    // While the file is written its row is locked and one heartbeat waits for it, so never start a second.
    saying ??= say()
      // The database is unavailable now; the next heartbeat may succeed.
      .catch(() => {})
      .finally(() => {
        saying = null
      })
  }, ALIVE_EVERY_MS)
  return {
    id,
    token,
    lost: lost.signal,
    async release() {
      clearInterval(timer)
      await saying
      await orm.update(imports).set({ claim: null }).where(isClaimedBy({ id, token }))
    },
  }
}

/** Starts a job for each file whose last process died. Rows that are locked by a writing run are skipped. */
export async function takeOverFiles({ database, jobs }: Pick<Deps, 'database' | 'jobs'>) {
  await database.orm.transaction(async (tx: Db) => {
    const left = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(and(isUnderWay, isSilent))
      .for('update', { skipLocked: true })
    for (const { id } of left) {
      await tx
        .update(imports)
        .set({ claim: null, claimed_at: sql`now()` })
        .where(eq(imports.id, id))
      await jobs.send(tx, IMPORT_QUEUE, { id })
    }
  })
}

export const takingOver: FeatureJob = {
  queue: 'imports-taking-over',
  everySeconds: 10,
  run: takeOverFiles,
}
