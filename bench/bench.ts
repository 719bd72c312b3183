import { cpus, loadavg } from 'node:os'
import { type DatabaseFigures, measureDatabase } from './database.ts'
import {
  type Asked,
  type Figures,
  type MapFigures,
  measureMap,
  type Part,
  tilesAsked,
} from './load.ts'
import { pickTiles } from './tiles.ts'
import { reasonOf, within } from './within.ts'

const DATABASE_TILES = 25
/** Filling the database with a million letterboxes takes most of that. */
const DATABASE_WITHIN_SECONDS = 300

interface Measured extends MapFigures {
  size: number
  database: DatabaseFigures | null
}

type MeasuredMedians = MapFigures['plain']

interface Line {
  title: string
  /** The part of the benchmark that measured this row. If it failed, the row shows why. */
  part: Part
  values: (string | undefined)[]
  target?: string
  met?: boolean
}

/** At larger sizes, filling the database would take most of the time. */
const DATABASE_UP_TO = 1_000_000
const options = process.argv.slice(2)
/** One size, few rounds, no database and no browser. Fails only for figures far off their target. */
const isShort = options[0] === '--short'
/** Other work slows the machine down, but four times slower than expected is a defect. */
const tolerance = isShort ? 4 : 1
const wanted = isShort ? { warmUp: 1, rounds: 3 } : { warmUp: 8, rounds: 7 }
const sizesOf = () => {
  if (isShort) return [10_000]
  if (options[0] === '--ten-million') return [10_000, 10_000_000]
  return options.length > 0 ? options.map(Number) : [10_000, 100_000, 1_000_000]
}
const sizes = sizesOf()
const databaseUrl =
  !isShort && Math.max(...sizes) <= DATABASE_UP_TO ? process.env.BENCH_DATABASE_URL : undefined
if (!sizes.every((size) => Number.isInteger(size) && size >= 10_000)) {
  throw new Error('Sizes are whole numbers from 10000 on.')
}

const load = loadavg()[0] ?? 0
const tiles = pickTiles(tilesAsked(wanted))
const measured: Measured[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    report()
    process.exit(1)
  })
}
for (const size of sizes) {
  process.stdout.write(`${size.toLocaleString('en')} letterboxes: map ...`)
  const browser = isShort ? undefined : process.env.BENCH_BROWSER
  const map = await measureMap(size, tiles, { ...wanted, compressed: !isShort, browser })
  process.stdout.write(databaseUrl ? ' database ...' : '')
  let database: DatabaseFigures | null = null
  if (databaseUrl) {
    const measuring = measureDatabase(databaseUrl, size, tiles.slice(0, DATABASE_TILES))
    try {
      database = await within(DATABASE_WITHIN_SECONDS, 'the database', measuring)
    } catch (error) {
      map.failures.database = reasonOf(error)
    }
  }
  process.stdout.write(' done\n')
  measured.push({ ...map, size, database })
}
// Exits without waiting for open connections, since one of them may hang.
process.exit(report() ? 0 : 1)

/** Prints the figures so far. Returns whether all of them meet their targets. */
function report(): boolean {
  const lines = [
    ...speedLines(measured),
    ...sizeLines(measured),
    ...(isShort ? [] : [...compressedLines(measured), ...panningLines(measured)]),
    ...(databaseUrl ? databaseLines() : []),
  ]
  process.stdout.write(
    `\nNode ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load at the start ${load.toFixed(1)}\n`,
  )
  if (load > cpus().length / 2) {
    process.stdout.write(
      'The machine was busy with other work: latencies and throughput are worse for it.\n',
    )
  }
  process.stdout.write('\n')
  process.stdout.write(table(lines))
  const failed = lines.filter((line) => reasonFor(line) !== undefined).length
  const missedTargets = lines.filter((line) => line.met === false && !reasonFor(line)).length
  const incomplete = failed > 0 ? `${failed} rows incomplete, ` : ''
  const none = failed > 0 ? 'no other target missed' : 'All targets met'
  const verdict = missedTargets === 0 ? none : `${missedTargets} targets missed`
  process.stdout.write(`\n${incomplete}${verdict}\n`)
  return missedTargets + failed === 0
}

/** Why a row lacks some of its figures. The other figures are still shown. */
function reasonFor({ part }: Line): string | undefined {
  for (const { failures } of measured) {
    const reason = failures[part] ?? failures.server
    if (reason) return reason
  }
  return undefined
}

/** A row with one figure per size. */
function row(
  title: string,
  part: Part,
  of: (m: Measured) => number | undefined,
  digits: number,
  target: Target | null = null,
): Line {
  const values = measured.map((m) => of(m)?.toFixed(digits))
  if (!target) return { title, part, values }
  const isMet = (m: Measured) => {
    const value = of(m)
    return value !== undefined && target.isMet(value, m)
  }
  return { title, part, values, target: target.text, met: measured.every(isMet) }
}

interface Target {
  text: string
  isMet: (value: number, m: Measured) => boolean
}

function atLeast(least: number): Target {
  return { text: `>= ${least / tolerance}`, isMet: (value) => value >= least / tolerance }
}

function atMost(most: number): Target {
  return { text: `<= ${most}`, isMet: (value) => value <= most }
}

/** A short run has few rounds beside other work, so its latencies mean nothing. */
function unlessShort(target: Target): Target | null {
  return isShort ? null : target
}

function figureLines(title: string, name: keyof MeasuredMedians): Line[] {
  const part = 'load'
  const of = (m: Measured): Figures | undefined => m.plain[name]
  const waits = (m: Measured) => {
    const figures = of(m)
    return figures && `${figures.p50} / ${figures.p99}`
  }
  return [
    row(`${title}: answers/s`, part, (m) => of(m)?.throughput, 0),
    { title: `${title}: p50 / p99 ms`, part, values: measured.map(waits) },
    row(`${title}: server CPU us`, part, (m) => of(m)?.cpu, 0),
  ]
}

function speedLines(all: readonly Measured[]): Line[] {
  const ratio = (title: string, name: Asked, least: number) =>
    row(title, 'load', (m) => m.ratios[name], 2, atLeast(least))
  const latest = ({ plain: { hot, fresh } }: Measured) =>
    hot && fresh && Math.max(hot.p99, fresh.p99)
  const lateness = ({ plain: { hot, fresh } }: Measured) => hot && fresh && fresh.p99 / hot.p99
  const lines = [
    ...figureLines('bare Fastify, same bytes', 'bare hot'),
    ...figureLines('hot tile', 'hot'),
    ...figureLines('fresh tile', 'fresh'),
    ...figureLines('bare Fastify, small call', 'bare call'),
    ...figureLines('small call', 'call'),
    ...figureLines('bare Fastify, picture', 'bare picture'),
    ...figureLines('picture of a sticker', 'picture'),
    ratio('hot / bare', 'hot', 0.5),
    ratio('fresh / bare', 'fresh', 0.3),
    ratio('small call / bare', 'call', 0.5),
    ratio('picture / bare', 'picture', 0.5),
    row(
      'p99 of hot and fresh, ms',
      'load',
      latest,
      0,
      unlessShort({
        text: '< 10, 40 past a million',
        isMet: (value, { size }) => value < (size > 1_000_000 ? 40 : 10),
      }),
    ),
    row('p99 of fresh / p99 of hot', 'load', lateness, 1, unlessShort(atMost(2))),
  ]
  const [small, large] = [all[0], all.at(-1)]
  if (!small || !large || small === large) return lines
  for (const name of ['hot', 'fresh'] as const) {
    const [fast, slow] = [small.plain[name]?.throughput, large.plain[name]?.throughput]
    const slower = fast && slow && fast / slow
    lines.push({
      title: `${name}: times slower at the largest size`,
      part: 'load',
      values: [...all.slice(1).map(() => ''), slower?.toFixed(2)],
      target: '<= 1.5',
      met: slower !== undefined && slower <= 1.5,
    })
  }
  return lines
}

function compressedLines(all: readonly Measured[]): Line[] {
  const of = (name: keyof MeasuredMedians) =>
    all.map(({ compressed }) => compressed[name]?.throughput.toFixed(0))
  return [
    { title: 'gzip: bare answers/s', part: 'compressed', values: of('bare hot') },
    { title: 'gzip: hot answers/s', part: 'compressed', values: of('hot') },
    { title: 'gzip: fresh answers/s', part: 'compressed', values: of('fresh') },
    { title: 'gzip: picture answers/s', part: 'compressed', values: of('picture') },
  ]
}

function sizeLines(all: readonly Measured[]): Line[] {
  const most = ({ size }: Measured) => tolerance * 2000 * Math.max(1, size / 1_000_000)
  return [
    {
      title: 'index build, ms',
      part: 'server',
      values: all.map(({ started }) => started?.buildMs.toFixed(0)),
      target: `< ${tolerance * 2000} a million`,
      met: all.every((m) => m.started !== null && m.started.buildMs < most(m)),
    },
    row('bytes a letterbox', 'server', (m) => m.started?.bytesPerLetterbox, 0, {
      text: `< ${tolerance * 150}`,
      isMet: (value) => value < tolerance * 150,
    }),
  ]
}

function panningLines(all: readonly Measured[]): Line[] {
  if (!process.env.BENCH_BROWSER || all.length === 0) return []
  return [
    row(
      'browser: longest task while panning, ms',
      'panning',
      (m) => m.panning?.longestTask,
      0,
      atMost(100),
    ),
    row('browser: tasks over 50 ms', 'panning', (m) => m.panning?.longTasks, 0),
    row('browser: layout shift', 'panning', (m) => m.panning?.layoutShift, 3, atMost(0.02)),
  ]
}

function databaseLines(): Line[] {
  return [
    row('PostgreSQL: one tile, ms', 'database', (m) => m.database?.tileMs, 1),
    row('loaded from PostgreSQL in, ms', 'database', (m) => m.database?.loadMs, 0),
  ]
}

function table(rows: readonly Line[]): string {
  const head = ['', ...measured.map((m) => m.size.toLocaleString('en')), 'target', '']
  const cells = rows.map((line) => {
    const { title, values, target = '', met } = line
    const reason = reasonFor(line)
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED'
    const texts = values.map((value) => value ?? '-')
    return [title, ...texts, target, reason ? `FAILED: ${reason}` : verdict]
  })
  const all = [head, ...cells]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
    .concat('\n')
}
