import type { FastifyInstance } from 'fastify'
import type { AuditVerb } from '#features/audit/audit-acts.ts'
import { recordAct } from '#features/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import { type ImportStatus, type LetterboxImport, letterboxImportsApi } from '../contract.ts'
import {
  deleteFile,
  type ImportFile,
  insertFile,
  listFiles,
  lockFile,
  updateFile,
} from './imports.files.queries.ts'
import { IMPORT_QUEUE } from './imports.job.ts'
import { presentFile, presentWholeFile } from './imports.presenter.ts'
import { undoImport } from './imports.undoing.ts'
import { beginImport } from './imports.writing.ts'

/** A file is large, and is read before its sender is known. */
const FILES = { max: 60, timeWindow: '10 minutes' }

interface Change {
  id: string
  version: number
}

async function findWhole(db: Db, id: string): Promise<LetterboxImport> {
  const whole = await presentWholeFile(db, id)
  if (!whole) throw new AppError('not_found')
  return whole
}

/** Changes an import that is still as it was read, and notes it. */
async function changeAsRead(
  { database, clock }: Deps,
  viewer: Viewer,
  { id, version }: Change,
  { from, verb }: { from: readonly ImportStatus[]; verb: AuditVerb },
  write: (tx: Db, file: ImportFile) => Promise<void>,
): Promise<void> {
  await database.orm.transaction(async (tx) => {
    const file = await lockFile(tx, id)
    if (!file) throw new AppError('not_found')
    if (file.version !== version) {
      throw new AppError('changed_meanwhile', { current: await findWhole(tx, id) })
    }
    if (!from.includes(file.status)) throw new AppError('wrong_status')
    await write(tx, file)
    const act = { subject: 'csv_import', subject_id: id, verb, label: file.file_name } as const
    await recordAct(tx, viewer, { ...act, after: { ...file.counts } }, clock())
  })
}

/** Routes of imports by the browser; for members there are none. */
export function addImportRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, jobs, clock } = deps
  const { orm } = database
  registerEndpoints(
    app,
    deps,
    'imports',
    letterboxImportsApi,
    {
      async list({ query }) {
        const { rows, total } = await listFiles(orm, query)
        return { rows: rows.map(presentFile), total }
      },
      byId: ({ query }) => findWhole(orm, query.id),
      async check({ body, viewer }) {
        const id = await orm.transaction(async (tx) => {
          const file = { ...body, created_by: viewer.id, created_at: clock() }
          const inserted = await insertFile(tx, file)
          await jobs.send(tx, IMPORT_QUEUE, { id: inserted })
          const act = { subject: 'csv_import', subject_id: inserted, verb: 'create' } as const
          await recordAct(tx, viewer, { ...act, label: body.file_name }, clock())
          return inserted
        })
        return findWhole(orm, id)
      },
      async run({ body, viewer }) {
        await changeAsRead(deps, viewer, body, { from: ['ready'], verb: 'run' }, async (tx) => {
          await updateFile(tx, body.id, { status: 'writing' })
          await jobs.send(tx, IMPORT_QUEUE, { id: body.id })
        })
        return findWhole(orm, body.id)
      },
      async discard({ body, viewer }) {
        const from = ['checking', 'ready', 'failed'] as const
        await changeAsRead(deps, viewer, body, { from, verb: 'discard' }, (tx) =>
          deleteFile(tx, body.id),
        )
        return null
      },
      async undo({ body, viewer }) {
        await changeAsRead(deps, viewer, body, { from: ['done'], verb: 'undo' }, async (tx) => {
          await beginImport(tx)
          if ((await undoImport(tx, body.id)) === null) throw new AppError('conflict')
          await updateFile(tx, body.id, { status: 'undone' })
        })
        return findWhole(orm, body.id)
      },
    },
    { check: FILES },
  )
}
