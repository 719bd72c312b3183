import { cpus, loadavg } from 'node:os'
import { type DatabaseFigures, measureDatabase } from './database.ts'
import { type Figures, type MapFigures, measureMap, TILES_ASKED } from './load.ts'
import { pickTiles } from './tiles.ts'

const DATABASE_TILES = 25

interface Measured extends MapFigures {
  size: number
  database: DatabaseFigures | null
}

interface Line {
  title: string
  values: string[]
  target?: string
  met?: boolean
}

/** Past this size making the database would take most of the time. */
const DATABASE_UP_TO = 1_000_000
const options = process.argv.slice(2)
const wanted = options[0] === '--ten-million' ? [10_000, 10_000_000] : options.map(Number)
const sizes = wanted.length > 0 ? wanted : [10_000, 100_000, 1_000_000]
const databaseUrl =
  Math.max(...sizes) <= DATABASE_UP_TO ? process.env.BENCH_DATABASE_URL : undefined
if (!sizes.every((size) => Number.isInteger(size) && size >= 10_000)) {
  throw new Error('Sizes are whole numbers from 10000 on.')
}

const load = loadavg()[0] ?? 0
const tiles = pickTiles(TILES_ASKED)
const measured: Measured[] = []
for (const size of sizes) {
  process.stdout.write(`${size.toLocaleString('en')} letterboxes: map ...`)
  const map = await measureMap(size, tiles)
  process.stdout.write(databaseUrl ? ' database ...' : '')
  const database = databaseUrl
    ? await measureDatabase(databaseUrl, size, tiles.slice(0, DATABASE_TILES))
    : null
  process.stdout.write(' done\n')
  measured.push({ ...map, size, database })
}
const lines = [
  ...speedLines(measured),
  ...sizeLines(measured),
  ...panningLines(measured),
  ...databaseLines(measured),
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
const missed = lines.filter(({ met }) => met === false).length
process.stdout.write(`\n${missed === 0 ? 'All targets met' : `${missed} targets missed`}\n`)
process.exitCode = missed === 0 ? 0 : 1

function speedLines(all: readonly Measured[]): Line[] {
  const each = (title: string, show: (m: Measured) => string): Line => ({
    title,
    values: all.map(show),
  })
  const figures = (title: string, of: (m: Measured) => Figures): Line[] => [
    each(`${title}: answers/s`, (m) => of(m).throughput.toFixed(0)),
    each(`${title}: p50 / p99 ms`, (m) => `${of(m).p50} / ${of(m).p99}`),
    each(`${title}: server CPU us`, (m) => of(m).cpu.toFixed(0)),
  ]
  const ratio = (title: string, of: (m: Measured) => number, least: number): Line => ({
    ...each(title, (m) => of(m).toFixed(2)),
    target: `>= ${least}`,
    met: all.every((m) => of(m) >= least),
  })
  const p99 = (m: Measured) => Math.max(m.plain.hot.p99, m.plain.fresh.p99)
  const late = (m: Measured) => m.plain.fresh.p99 / m.plain.hot.p99
  const lines = [
    ...figures('bare Fastify, same bytes', (m) => m.plain['bare hot']),
    ...figures('hot tile', (m) => m.plain.hot),
    ...figures('fresh tile', (m) => m.plain.fresh),
    ...figures('bare Fastify, small call', (m) => m.plain['bare call']),
    ...figures('small call', (m) => m.plain.call),
    ...figures('bare Fastify, picture', (m) => m.plain['bare picture']),
    ...figures('picture of a sticker', (m) => m.plain.picture),
    ratio('hot / bare', (m) => m.ratios.hot, 0.6),
    ratio('fresh / bare', (m) => m.ratios.fresh, 0.35),
    ratio('small call / bare', (m) => m.ratios.call, 0.5),
    ratio('picture / bare', (m) => m.ratios.picture, 0.5),
    {
      ...each('p99 of hot and fresh, ms', (m) => String(p99(m))),
      target: '< 10, 40 past a million',
      met: all.every((m) => p99(m) < (m.size > 1_000_000 ? 40 : 10)),
    },
    {
      ...each('p99 of fresh / p99 of hot', (m) => late(m).toFixed(1)),
      target: '<= 2',
      met: all.every((m) => late(m) <= 2),
    },
    each('gzip: bare answers/s', (m) => m.compressed['bare hot'].throughput.toFixed(0)),
    each('gzip: hot answers/s', (m) => m.compressed.hot.throughput.toFixed(0)),
    each('gzip: fresh answers/s', (m) => m.compressed.fresh.throughput.toFixed(0)),
    each('gzip: picture answers/s', (m) => m.compressed.picture.throughput.toFixed(0)),
  ]
  const [small, large] = [all[0], all.at(-1)]
  if (!small || !large || small === large) return lines
  const slower = (of: (m: Measured) => Figures) => of(small).throughput / of(large).throughput
  for (const [title, value] of [
    ['hot', slower((m) => m.plain.hot)],
    ['fresh', slower((m) => m.plain.fresh)],
  ] as const) {
    lines.push({
      title: `${title}: times slower at the largest size`,
      values: [...all.slice(1).map(() => ''), value.toFixed(2)],
      target: '<= 1.5',
      met: value <= 1.5,
    })
  }
  return lines
}

function sizeLines(all: readonly Measured[]): Line[] {
  return [
    {
      title: 'index build, ms',
      values: all.map((m) => m.buildMs.toFixed(0)),
      target: '< 2000 a million',
      met: all.every((m) => m.buildMs < 2000 * Math.max(1, m.size / 1_000_000)),
    },
    {
      title: 'bytes a letterbox',
      values: all.map((m) => m.bytesPerLetterbox.toFixed(0)),
      target: '< 150',
      met: all.every((m) => m.bytesPerLetterbox < 150),
    },
  ]
}

function panningLines(all: readonly Measured[]): Line[] {
  if (all.some(({ panning }) => panning === null)) return []
  const longest = (m: Measured) => m.panning?.longestTask ?? 0
  const shift = (m: Measured) => m.panning?.layoutShift ?? 0
  return [
    {
      title: 'browser: longest task while panning, ms',
      values: all.map((m) => longest(m).toFixed(0)),
      target: '<= 100',
      met: all.every((m) => longest(m) <= 100),
    },
    {
      title: 'browser: tasks over 50 ms',
      values: all.map((m) => String(m.panning?.longTasks ?? '')),
    },
    {
      title: 'browser: layout shift',
      values: all.map((m) => shift(m).toFixed(3)),
      target: '<= 0.02',
      met: all.every((m) => shift(m) <= 0.02),
    },
  ]
}

function databaseLines(all: readonly Measured[]): Line[] {
  if (all.some((m) => m.database === null)) return []
  return [
    {
      title: 'PostgreSQL: one tile, ms',
      values: all.map((m) => m.database?.tileMs.toFixed(1) ?? ''),
    },
    {
      title: 'loaded from PostgreSQL in, ms',
      values: all.map((m) => m.database?.loadMs.toFixed(0) ?? ''),
    },
  ]
}

function table(rows: readonly Line[]): string {
  const head = ['', ...measured.map((m) => m.size.toLocaleString('en')), 'target', '']
  const cells = rows.map(({ title, values, target = '', met }) => [
    title,
    ...values,
    target,
    met === undefined ? '' : met ? 'met' : 'MISSED',
  ])
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
