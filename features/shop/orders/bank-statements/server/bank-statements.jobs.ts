import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { AppError } from '#platform/server/http/errors.ts'
import { accountOf } from '#platform/server/identity/access-tokens.queries.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { DAY_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import type { StatementImport } from '../contract.admin.ts'
import { statement_imports } from '../tables.ts'
import { readEntries, recordImport, takeEntries } from './importing.ts'

export const STATEMENT_QUEUE = 'bank-statements'

/** Entries to process before the progress is saved. */
const ENTRIES_AT_A_TIME = 500
/** How long the request waits for its job. After that the page polls. */
const WAIT_MS = 8_000
/** The result names payers, so it is kept only as long as an administrator may look at that page. */
const KEPT_MS = DAY_MS

const ofImport = (id: string) => eq(statement_imports.id, id)

/** Progress and results of an import so far. Throws `not_found`. */
export async function findImport(db: Db, id: string): Promise<StatementImport> {
  const { done, total, result } = statement_imports
  const [row] = await db.select({ done, total, result }).from(statement_imports).where(ofImport(id))
  if (!row) throw new AppError('not_found')
  return { id, is_done: row.done === row.total, done: row.done, total: row.total, ...row.result }
}

/**
 * Stores the content of a statement and enqueues the job that processes it. The job continues even if the request is
 * aborted. Throws like {@link readEntries}.
 */
export async function importStatement(
  deps: Deps,
  xml: string,
  viewer: Viewer,
): Promise<StatementImport> {
  const { database, jobs, clock } = deps
  const entries = await readEntries(deps, xml)
  const id = await database.orm.transaction(async (tx) => {
    const row = {
      entries,
      total: entries.length,
      created_by: accountOf(viewer),
      program_id: viewer.token?.id ?? null,
      created_at: clock(),
    }
    const [inserted] = await tx.insert(statement_imports).values(row).returning()
    if (!inserted) throw new Error('Unexpected empty answer to an insert')
    await jobs.send(tx, STATEMENT_QUEUE, { id: inserted.id })
    return inserted.id
  })
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS)
  })
  await Promise.race([jobs.drain(STATEMENT_QUEUE), enough])
  clearTimeout(timer)
  return findImport(database.orm, id)
}

/** Processes the rest of a statement in parts. Repeating a part after a killed process gives the same result. */
export const importing: FeatureJob = {
  queue: STATEMENT_QUEUE,
  failure: 'bank statement not read',
  pauseSeconds: 10,
  expireSeconds: 10 * MINUTE_SECONDS,
  async run(deps, data, { signal }) {
    const { id } = data as { id: string }
    const { orm } = deps.database
    for (;;) {
      const [row] = await orm.select().from(statement_imports).where(ofImport(id))
      if (!row?.entries) return
      const { done, total, entries } = row
      const by = {
        import_id: id,
        admin_id: row.created_by,
        program_id: row.program_id,
        began: row.created_at,
      }
      signal.throwIfAborted()
      const part = entries.slice(done, done + ENTRIES_AT_A_TIME)
      const taken = await takeEntries(deps, part, by)
      const result = {
        paid: [...row.result.paid, ...taken.paid],
        unmatched: [...row.result.unmatched, ...taken.unmatched],
        repeated: row.result.repeated + taken.repeated,
      }
      const isLast = done + part.length >= total
      // Another run may have been faster after its process seemed dead; its progress is kept.
      const noted = await orm
        .update(statement_imports)
        .set({ result, done: done + part.length, ...(isLast ? { entries: null } : {}) })
        .where(and(ofImport(id), eq(statement_imports.done, done)))
        .returning({ id: statement_imports.id })
      if (isLast && noted.length > 0) await recordImport(deps, result, by)
      if (isLast) return
    }
  },
}

export async function deleteOldImports(db: Db, now: Date): Promise<void> {
  const old = lt(statement_imports.created_at, new Date(now.getTime() - KEPT_MS))
  await db.delete(statement_imports).where(old)
}
