import type { FastifyInstance } from 'fastify'
import { beginClaimMails } from '#features/lending/upkeep/server/door.ts'
import type { AuditVerb } from '#features/people/audit/audit-acts.ts'
import { recordAct } from '#features/people/audit/server/door.ts'
import type { Db } from '#platform/server/db/client.ts'
import type { Deps } from '#platform/server/deps.ts'
import { registerEndpoints, routeLimit } from '#platform/server/http/endpoints.ts'
import { AppError } from '#platform/server/http/errors.ts'
import type { Viewer } from '#platform/server/identity/sessions.queries.ts'
import type { BodyOutput } from '#platform/shared/endpoint.ts'
import {
  IMPORT_FILE_MAX_BYTES,
  IMPORT_PART_BYTES,
  type ImportStatus,
  type LetterboxImport,
  letterboxImportsApi,
} from '../contract.admin.ts'
import { IMPORT_QUEUE } from './claiming.ts'
import {
  appendContent,
  deleteFile,
  findFile,
  insertFile,
  type LightFile,
  listFiles,
  lockFile,
  updateFile,
  whatHasCome,
} from './files.queries.ts'
import { isOfImport } from './imports.queries.ts'
import { nameKey } from './item-names.ts'
import { findRejects, searchProblems } from './parts.queries.ts'
import { presentFile, presentWholeFile } from './presenter.ts'
import { undoImport } from './undoing.ts'
import { beginImport } from './writing.ts'

/** The most parts of one file. */
const PARTS_OF_FILE = Math.ceil(IMPORT_FILE_MAX_BYTES / IMPORT_PART_BYTES)

/** A file that has not been checked yet. */
const NOT_READ = {
  failure: null,
  prepared: null,
  header: null,
  preview: null,
  counts: null,
  places_done: 0,
  places_total: 0,
}

interface Change {
  id: string
  version: number
}

async function findWhole(db: Db, id: string): Promise<LetterboxImport> {
  const whole = await presentWholeFile(db, id)
  if (!whole) throw new AppError('not_found')
  return whole
}

/** Changes an import if it still has the version that was read, and writes the audit log. */
async function changeAsRead(
  { database, clock }: Deps,
  viewer: Viewer,
  { id, version }: Change,
  { from, verb }: { from: readonly ImportStatus[]; verb: AuditVerb },
  write: (tx: Db, file: LightFile) => Promise<void>,
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

/** Length in base64 of a byte count that is a multiple of three. */
const base64Length = (bytes: number) => (bytes / 3) * 4

/**
 * Appends a part to a file of the same sender; the last part starts the check.
 * @throws {AppError} conflict if the part does not follow the last one or makes the file too large
 */
async function append(
  tx: Db,
  { jobs }: Deps,
  viewer: Viewer,
  { id, offset, content, is_last }: BodyOutput<typeof letterboxImportsApi.append>,
): Promise<void> {
  const file = await lockFile(tx, id)
  if (!file || file.created_by !== viewer.id) throw new AppError('not_found')
  const come = await whatHasCome(tx, id, content)
  const from = base64Length(offset)
  // The response to this part was lost, so the client sent it again.
  const isAgain = come.length - content.length === from && come.endsWithPart && content !== ''
  if (isAgain) return
  if (file.status !== 'receiving') throw new AppError('wrong_status')
  const isTooLarge = come.length + content.length > base64Length(IMPORT_FILE_MAX_BYTES) + 4
  if (come.length !== from || isTooLarge) throw new AppError('conflict')
  await appendContent(tx, id, content)
  if (!is_last) return
  await updateFile(tx, id, { status: 'checking' })
  await jobs.send(tx, IMPORT_QUEUE, { id })
}

/** Imports in the browser. Members without the task get a 404. */
export function addImportRoutes(app: FastifyInstance, deps: Deps): void {
  const { database, jobs, clock, config } = deps
  const { orm } = database
  const uploads = routeLimit(config, 'uploads')
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
      async problems({ query }) {
        if (!(await findFile(orm, query.id))) throw new AppError('not_found')
        return searchProblems(orm, query)
      },
      async rejects({ query }) {
        const rejects = await findRejects(orm, query.id)
        if (!rejects) throw new AppError('not_found')
        return rejects
      },
      async check({ body: { is_part, ...body }, viewer }) {
        const id = await orm.transaction(async (tx) => {
          const status = is_part ? 'receiving' : 'checking'
          const file = { ...body, status, created_by: viewer.id, created_at: clock() } as const
          const inserted = await insertFile(tx, file)
          if (!is_part) await jobs.send(tx, IMPORT_QUEUE, { id: inserted })
          const act = { subject: 'csv_import', subject_id: inserted, verb: 'create' } as const
          await recordAct(tx, viewer, { ...act, label: body.file_name }, clock())
          return inserted
        })
        return findWhole(orm, id)
      },
      async append({ body, viewer }) {
        await orm.transaction((tx) => append(tx, deps, viewer, body))
        return findWhole(orm, body.id)
      },
      async choose({ body: { columns, items, ...body }, viewer }) {
        const from = ['ready', 'failed'] as const
        await changeAsRead(deps, viewer, body, { from, verb: 'update' }, async (tx, file) => {
          const named = Object.entries(items).map(([name, id]) => [nameKey(name), id] as const)
          const choices = {
            columns: { ...file.choices.columns, ...columns },
            items: { ...file.choices.items, ...Object.fromEntries(named) },
          }
          await updateFile(tx, body.id, { ...NOT_READ, status: 'checking', choices })
          await jobs.send(tx, IMPORT_QUEUE, { id: body.id })
        })
        return findWhole(orm, body.id)
      },
      async run({ body: { left_out, mail_owners, ...body }, viewer }) {
        const from = ['ready'] as const
        await changeAsRead(deps, viewer, body, { from, verb: 'run' }, async (tx, file) => {
          const choices = { ...file.choices, left_out, mail_owners }
          await updateFile(tx, body.id, { status: 'writing', choices })
          await jobs.send(tx, IMPORT_QUEUE, { id: body.id })
        })
        return findWhole(orm, body.id)
      },
      async mailOwners({ body, viewer }) {
        await changeAsRead(deps, viewer, body, { from: ['done'], verb: 'send' }, async (tx) => {
          const begun = await beginClaimMails(tx, body.id, isOfImport(body.id), clock())
          if (!begun) throw new AppError('conflict')
        })
        return findWhole(orm, body.id)
      },
      async discard({ body, viewer }) {
        const from = ['receiving', 'checking', 'ready', 'failed'] as const
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
    { check: 'uploads', append: { ...uploads, max: uploads.max * PARTS_OF_FILE } },
  )
}
