import { createGeocoding } from '#features/geocoding/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { CsvFileError } from './csv-file.ts'
import { readCsvApart, UPLOADED } from './csv-reading.ts'
import { problem } from './import-words.ts'
import {
  findWholeFile,
  type ImportFile,
  insertImportRows,
  lockFile,
  updateFile,
} from './imports.files.queries.ts'
import { byLine, planImport } from './imports.planning.ts'
import { prepareImport } from './imports.preparing.ts'
import {
  countsOf,
  type KeptImport,
  type KeptRejects,
  NO_PREVIEW,
  type Preview,
  previewOf,
} from './imports.presenter.ts'
import { beginImport, writePlan } from './imports.writing.ts'
import { groupProblems } from './problem-groups.rules.ts'
import { rejectsOf } from './rejects.ts'

export const IMPORT_QUEUE = 'imports'
/**
 * How long one job looks for places. The next job goes on from there, since the geocoder keeps its answers.
 * So a killed process costs minutes, however large the file.
 */
const LOOKING_MS = 4 * 60_000
const TOLD_EVERY_MS = 1_000

class Interrupted extends Error {}

const bytesOf = ({ content }: ImportFile) => Buffer.from(content ?? '', 'base64')

/** Reads a file and says what would become of it. */
async function check(deps: Deps, file: ImportFile, signal: AbortSignal): Promise<void> {
  const { database, jobs } = deps
  const { orm } = database
  const geocoding = createGeocoding({ ...deps, streets: deps.streetMap.streets })
  const began = Date.now()
  let lastReport = 0
  const onProgress = async (done: number, total: number) => {
    const now = Date.now()
    if (signal.aborted || now - began > LOOKING_MS) throw new Interrupted()
    if (now - lastReport < TOLD_EVERY_MS) return
    lastReport = now
    const there = await updateFile(orm, file.id, { places_done: done, places_total: total })
    if (!there) throw new Interrupted()
  }
  try {
    const { file: read, ...prepared } = await prepareImport(
      { database, geocoding },
      bytesOf(file),
      UPLOADED,
      file.choices,
      onProgress,
    )
    const plan = await planImport(orm, prepared.rows)
    const rejections = [...prepared.rejections, ...plan.rejections].sort(byLine)
    const kept: KeptImport = { ...prepared, rejects: rejectsOf(read, rejections) }
    const preview = previewOf({ ...prepared, file: read }, plan, rejections)
    const counts = countsOf(prepared, plan)
    await updateFile(orm, file.id, { status: 'ready', prepared: kept, preview, counts })
  } catch (error) {
    if (error instanceof CsvFileError) {
      const preview: Preview = { ...NO_PREVIEW, columns: error.columns }
      await updateFile(orm, file.id, { status: 'failed', failure: error.problem, preview })
    } else if (error instanceof Interrupted) {
      await jobs.send(orm, IMPORT_QUEUE, { id: file.id })
    } else throw error
  }
}

/** Compares what was read once more with the letterboxes that are there now, and writes it. */
async function write({ database }: Deps, id: string): Promise<void> {
  await database.orm.transaction(async (tx) => {
    const file = await lockFile(tx, id)
    if (file?.status !== 'writing') return
    const kept = file.prepared as KeptImport
    const unwanted = new Set(file.choices.left_out)
    const isWanted = ({ line }: { line: number }) => !unwanted.has(line)
    const leftOut = kept.rows
      .filter((row) => !isWanted(row))
      .map(({ line }) => ({ line, ...problem('left_out') }))
    await beginImport(tx)
    const plan = await planImport(tx, kept.rows.filter(isWanted))
    const written = await writePlan(tx, plan, { lang: file.lang, onProgress: () => {} })
    await insertImportRows(tx, id, written)
    const prepared = {
      ...kept,
      rejections: [...kept.rejections, ...leftOut],
      warnings: kept.warnings.filter(isWanted),
    }
    const rejections = [...prepared.rejections, ...plan.rejections].sort(byLine)
    // What the file holds of persons goes, but for the rows that have yet to be mended.
    const left: KeptRejects | null =
      rejections.length > 0
        ? {
            rejects: rejectsOf(
              await readCsvApart(bytesOf(file), UPLOADED, file.choices.columns ?? {}),
              rejections,
            ),
          }
        : null
    const preview: Preview | null = left && { ...NO_PREVIEW, rejections: groupProblems(rejections) }
    const counts = countsOf(prepared, plan)
    await updateFile(tx, id, { status: 'done', content: null, prepared: left, preview, counts })
  })
}

/** Takes the file's next step, reading or writing; does nothing if the file was deleted. */
export const importing: FeatureJob = {
  queue: IMPORT_QUEUE,
  failure: 'letterboxes not imported',
  retries: 3,
  pauseSeconds: 10,
  expireSeconds: 10 * 60,
  parallel: 1,
  pollMs: 60_000,
  async run(deps, data, { signal }) {
    const { id } = data as { id: string }
    const file = await findWholeFile(deps.database.orm, id)
    if (file?.status === 'checking') await check(deps, file, signal)
    if (file?.status === 'writing') await write(deps, id)
  },
}
