import { eq } from 'drizzle-orm'
import { beginClaimMails } from '#features/lending/upkeep/server/door.ts'
import { createGeocoding } from '#features/places/geocoding/server/door.ts'
import type { Deps } from '#platform/server/deps.ts'
import type { FeatureJob } from '#platform/server/feature.ts'
import { MINUTE_MS, MINUTE_SECONDS } from '#platform/shared/durations.ts'
import { import_parts, imports } from '../tables.ts'
import { type Claim, claimFile, IMPORT_QUEUE, isClaimedBy } from './claiming.ts'
import { communityCountry } from './community-country.ts'
import { CsvFileError } from './csv-file-error.ts'
import { readRecordsApart, UPLOADED } from './csv-reading.ts'
import {
  contentOf,
  insertImportRows,
  type LightFile,
  lockFile,
  updateFile,
} from './files.queries.ts'
import { problem } from './import-words.ts'
import { isOfImport } from './imports.queries.ts'
import { keepProblems, listProblems, RowsInDatabase } from './parts.queries.ts'
import { byLine, planImport } from './planning.ts'
import { type PreparedImport, prepareImport } from './preparing.ts'
import { NO_PREVIEW, PlanSummary, type Preview } from './presenter.ts'
import { groupProblems } from './problem-groups.rules.ts'
import { announceImport, beginImport, writePlan } from './writing.ts'

/** How long one job looks up places. The next job continues, because the geocoder caches its answers. */
const LOOKING_MS = 4 * MINUTE_MS
const TOLD_EVERY_MS = 1_000

class Interrupted extends Error {}

/** Stores the result of a check in one transaction, so that it exists once and whole, or not at all. */
async function keepChecked(
  { database }: Deps,
  claim: Claim,
  prepared: PreparedImport,
  summary: PlanSummary,
  recordByLine: ReadonlyMap<number, string[]>,
): Promise<void> {
  const { header, columns, notices } = prepared
  const rejections = [...prepared.rejections, ...summary.rejections].sort(byLine)
  const warnings = [...prepared.warnings].sort(byLine)
  const preview: Preview = {
    notices,
    columns,
    rejections: groupProblems(rejections),
    warnings: groupProblems(warnings),
    far: summary.far(),
    rows: summary.rows(),
  }
  const counts = summary.counts(rejections.length, warnings.length)
  await database.orm.transaction(async (tx) => {
    const [mine] = await tx
      .select({ id: imports.id })
      .from(imports)
      .where(isClaimedBy(claim))
      .for('update')
    if (!mine) throw new Interrupted()
    await keepProblems(tx, claim.id, 'rejections', rejections, recordByLine)
    await keepProblems(tx, claim.id, 'warnings', warnings, null)
    await updateFile(tx, claim.id, { status: 'ready', header, preview, counts })
  })
}

/** Reads a file and stores the preview. */
async function check(deps: Deps, file: LightFile, claim: Claim, signal: AbortSignal) {
  const { database } = deps
  const { orm } = database
  const geocoding = createGeocoding({ ...deps, streets: deps.streetMap.streets })
  const began = Date.now()
  let lastReport = 0
  const goOn = () => {
    if (signal.aborted || claim.lost.aborted) throw new Interrupted()
  }
  const onProgress = async (done: number, total: number) => {
    const now = Date.now()
    goOn()
    if (now - began > LOOKING_MS) throw new Interrupted()
    if (now - lastReport < TOLD_EVERY_MS) return
    lastReport = now
    const there = await updateFile(orm, file.id, { places_done: done, places_total: total })
    if (!there) throw new Interrupted()
  }
  const bytes = await contentOf(orm, file.id)
  const store = new RowsInDatabase(orm, file.id, goOn)
  await store.clear()
  const prepared = await prepareImport(
    { database, geocoding, country: await communityCountry(orm, deps.config) },
    bytes,
    UPLOADED,
    file.choices,
    store,
    onProgress,
  )
  const summary = new PlanSummary(prepared.warnings)
  for await (const { rows } of store.parts()) {
    goOn()
    summary.add(rows, await planImport(orm, rows))
  }
  const lines = [...prepared.rejections, ...summary.rejections].map(({ line }) => line)
  const records = await readRecordsApart(bytes, UPLOADED, file.choices.columns ?? {}, lines)
  await keepChecked(deps, claim, prepared, summary, records)
}

async function checkOrFail(deps: Deps, file: LightFile, claim: Claim, signal: AbortSignal) {
  const { orm } = deps.database
  try {
    await check(deps, file, claim, signal)
  } catch (error) {
    if (error instanceof CsvFileError) {
      const preview: Preview = { ...NO_PREVIEW, columns: error.columns }
      await updateFile(orm, file.id, { status: 'failed', failure: error.problem, preview })
      return
    }
    if (!(error instanceof Interrupted)) throw error
    // Another run has taken over, or the file is gone.
    if (claim.lost.aborted) return
    await claim.release()
    await deps.jobs.send(orm, IMPORT_QUEUE, { id: file.id })
  }
}

/** Compares the rows with the current letterboxes once more, and writes them. */
async function write({ database, jobs, clock }: Deps, claim: Claim): Promise<void> {
  const { id } = claim
  await database.orm.transaction(async (tx) => {
    const file = await lockFile(tx, id)
    if (file?.status !== 'writing' || file.claim !== claim.token) return
    const store = new RowsInDatabase(tx, id)
    if (file.header === null) {
      // An earlier version checked this file and kept its rows elsewhere, so check it again.
      await updateFile(tx, id, { status: 'checking' })
      await jobs.send(tx, IMPORT_QUEUE, { id })
      return
    }
    const unwanted = new Set(file.choices.left_out)
    const isWanted = ({ line }: { line: number }) => !unwanted.has(line)
    const before = await listProblems(tx, id, 'rejections')
    const warnings = (await listProblems(tx, id, 'warnings')).filter(isWanted)
    const recordByLine = new Map(before.map(({ line, record }) => [line, record ?? []]))
    const bytes = await contentOf(tx, id)
    await beginImport(tx)
    const summary = new PlanSummary([])
    let written = 0
    for await (const { rows } of store.parts()) {
      const plan = await planImport(tx, rows.filter(isWanted))
      const rowsOfPart = await writePlan(tx, plan, { lang: file.lang, onProgress: () => {} })
      await insertImportRows(tx, id, rowsOfPart)
      summary.add(rows, plan)
      written += rowsOfPart.length
    }
    if (written > 0) await announceImport(tx)
    if (written > 0 && file.choices.mail_owners) {
      await beginClaimMails(tx, id, isOfImport(id), clock())
    }
    const leftOut = [...unwanted].map((line) => ({ line, ...problem('left_out') }))
    const since = [...leftOut, ...summary.rejections]
    const lines = since.map(({ line }) => line)
    const records = await readRecordsApart(bytes, UPLOADED, file.choices.columns ?? {}, lines)
    for (const [line, record] of records) recordByLine.set(line, record)
    const rejections = [...before, ...since].sort(byLine)
    // Deletes the personal data of the file, except the skipped rows that have yet to be corrected.
    await tx.delete(import_parts).where(eq(import_parts.import_id, id))
    await keepProblems(tx, id, 'rejections', rejections, recordByLine)
    await keepProblems(tx, id, 'warnings', [], null)
    const preview: Preview = { ...NO_PREVIEW, rejections: groupProblems(rejections) }
    await updateFile(tx, id, {
      status: 'done',
      content: null,
      prepared: null,
      header: rejections.length > 0 ? file.header : null,
      preview: rejections.length > 0 ? preview : null,
      counts: summary.counts(rejections.length, warnings.length),
    })
  })
}

/** Takes the next step of a file, checking or writing. Does nothing if the file was deleted or another run has it. */
export const importing: FeatureJob = {
  queue: IMPORT_QUEUE,
  failure: 'letterboxes not imported',
  retries: 3,
  pauseSeconds: 10,
  expireSeconds: 10 * MINUTE_SECONDS,
  async run(deps, data, { signal }) {
    const { id } = data as { id: string }
    const claim = await claimFile(deps.database.orm, id)
    if (!claim) return
    try {
      const file = await deps.database.orm.transaction((tx) => lockFile(tx, id))
      if (file?.status === 'checking') await checkOrFail(deps, file, claim, signal)
      if (file?.status === 'writing') await write(deps, claim)
    } finally {
      await claim.release()
    }
  },
}
