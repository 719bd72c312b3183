import { resolve } from 'node:path'
import { FEATURES } from '#app/server/app.ts'
import { explain } from '#app/server/failures.ts'
import { CsvFileError, communityCountry } from '#features/community/imports/server/door.ts'
import {
  type FileReport,
  importSite,
  keysOf,
  type MoneySums,
  type MoveReport,
  SiteFolderError,
  type SiteImport,
  undoSite,
} from '#features/community/moving/server/door.ts'
import { createGeocoding } from '#features/places/geocoding/server/door.ts'
import { seedItems } from '#features/places/items/server/door.ts'
import { seedProducts } from '#features/shop/orders/products/server/door.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { readAddressLists } from '#platform/server/street-map/address-list.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { moneyInWords } from '#platform/shared/money.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run import-site -- FOLDER [options]

Takes a whole site over: accounts with their passwords, letterboxes, items, orders, payments,
conversations and announcements, from a folder of CSV files. Each file is one transaction.
The same folder again changes what changed there. Nothing is mailed.

Options
  --check            read everything, change nothing, print the report
  --undo             delete everything that was moved in, as long as nobody has logged in
  --roles            moderators and administrators of the file become that here, too; without it
                     all are members. --check lists them by name
  --lang <lang>      language of people whose row names none: de, en or fr (default de)
  --geocoder <name>  offline, photon, nominatim or swisstopo (default: GEOCODER), for addresses
                     without a position
  --help             this text

Files: users.csv, letterboxes.csv, items.csv, items_map.csv, pictures/, orders.csv, payments.csv,
transactions.csv, messages.csv, announcements.csv, announcement_answers.csv, reports.csv. Those
that are missing are left out. The database is the server's own: DATABASE_URL, or DATA_DIR while the
server is stopped.

Exit code: 0 all rows came in, 1 some were refused, 2 nothing could be done.
See docs/moving.md.
`)

const EXIT = { done: 0, refused: 1, failed: 2 } as const

interface Command {
  folder: string
  checking: boolean
  undoing: boolean
  givingRoles: boolean
  lang: Language
  geocoder: string | undefined
}

function readArguments(args: string[]): Command | 'help' {
  const { values, positionals } = readCommandLine(args, {
    check: { type: 'boolean', default: false },
    undo: { type: 'boolean', default: false },
    roles: { type: 'boolean', default: false },
    lang: { type: 'string', default: DEFAULT_LANGUAGE },
    geocoder: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return 'help'
  const lang = LANGUAGES.find((language) => language === values.lang)
  if (!lang) throw new UsageError(`--lang is one of ${LANGUAGES.join(', ')}`)
  const [folder = '', ...more] = positionals
  if (more.length > 0 || (folder === '' && !values.undo)) throw new UsageError('Name one folder.')
  if (values.check && values.undo) throw new UsageError('--check and --undo exclude each other.')
  const { check: checking, undo: undoing, roles: givingRoles, geocoder } = values
  return { folder, checking, undoing, givingRoles, lang, geocoder }
}

const write = (line = '') => process.stdout.write(`${line}\n`)

const lineOf = ({ line }: { line: number }) => (line > 0 ? `line ${line}: ` : '')

function writeFile(report: FileReport): void {
  const { file, rows, created, changed, unchanged, deleted, left_alone, counts } = report
  const parts = [
    `${rows} rows`,
    `${created} new`,
    `${changed} changed`,
    `${unchanged} unchanged`,
    `${deleted} deleted`,
    `${left_alone} were here`,
    `${counts.refused} refused`,
    `${counts.noted} with a note`,
    `${counts.kept} kept as they are here`,
  ]
  write(`${file}: ${parts.join(', ')}`)
  if (report.unknown.length > 0) write(`  unknown columns: ${report.unknown.join(', ')}`)
  for (const note of report.notes) write(`  ${note.kind}: ${lineOf(note)}${note.reason}`)
  const all = counts.refused + counts.noted + counts.kept
  if (all > report.notes.length) write(`  and ${all - report.notes.length} more`)
}

/** @param key such as `2024 CHF` */
const money = (sums: MoneySums, key: string) =>
  moneyInWords((sums.get(key) ?? 0) / 100, key.slice(5), 'en')

function writeMoney({ files, booked, unexplained }: MoveReport): void {
  const payments = files.find(({ file }) => file === 'payments.csv')
  const inFile: MoneySums = payments?.moneyInFile ?? new Map()
  if (keysOf(inFile, booked).length === 0) return
  write('Money by year and currency:')
  for (const key of keysOf(inFile, booked)) {
    const year = key.slice(0, 4)
    write(
      `  ${year}: ${money(inFile, key)} in payments.csv, ${money(booked, key)} in the cash book`,
    )
  }
  if (unexplained.size === 0) {
    write('  Every cent that came in is booked; rows that did not come in are refused above.')
  }
  for (const key of keysOf(unexplained)) {
    write(`  ${key.slice(0, 4)}: ${money(unexplained, key)} unexplained`)
  }
}

function writeRoles({ files }: MoveReport, { givingRoles }: Command): void {
  const roles = files.flatMap((file) => file.roles)
  if (roles.length === 0) return
  const given = givingRoles ? 'they have that role here' : 'members here; --roles gives the role'
  write(`Moderators and administrators in users.csv (${given}):`)
  for (const { line, name, role } of roles) write(`  ${role}: ${name}, line ${line}`)
}

function writeReport(report: MoveReport, command: Command): void {
  const { checking } = command
  for (const file of report.files) writeFile(file)
  writeRoles(report, command)
  if (report.missing.length > 0) write(`Not in the folder: ${report.missing.join(', ')}`)
  write(`Letterboxes: ${report.on_map} on the map, ${report.off_map} hidden or without a spot`)
  write(`Their owners: ${report.reachable} with a confirmed address, ${report.unreachable} without`)
  writeMoney(report)
  if (checking) write('Check: nothing was changed.')
}

const BAR = 24

/** A bar on a terminal; elsewhere a line every 5000 rows. */
function progressOf(): SiteImport['onProgress'] {
  let shown = ''
  return (file, rows, share) => {
    if (process.stdout.isTTY) {
      const done = Math.round(BAR * share)
      const bar = '█'.repeat(done) + '░'.repeat(BAR - done)
      process.stdout.write(`\r  ${bar} ${file} ${rows}\u001b[K`)
      return
    }
    const text = `  ${file} ${Math.floor(rows / 5000) * 5000}\n`
    if (text === shown || rows < 5000) return
    shown = text
    process.stdout.write(text)
  }
}

async function run(command: Command, environment: NodeJS.ProcessEnv): Promise<number> {
  const config = readConfig({
    ...environment,
    GEOCODER: command.geocoder || environment.GEOCODER,
  })
  const database = await openDatabase(config)
  try {
    await seedItems(database.orm)
    await seedProducts(database.orm)
    const streets = await readAddressLists(config.streetMap)
    const site: SiteImport = {
      database,
      features: FEATURES,
      geocoding: createGeocoding({ config, database, logger: { warn: () => {} }, streets }),
      folder: resolve(environment.IMPORT_FROM ?? '.', command.folder),
      timeZone: config.timeZone,
      country: await communityCountry(database.orm, config),
      lang: command.lang,
      now: new Date(),
      checking: command.checking,
      givingRoles: command.givingRoles,
      onProgress: progressOf(),
    }
    if (command.undoing) {
      const { logged_in, removed } = await database.orm.transaction((tx) => undoSite(tx, site))
      if (logged_in > 0) {
        write(`${logged_in} people have logged in: nothing was undone.`)
        return EXIT.failed
      }
      for (const [kind, rows] of removed) write(`${kind}: ${rows} deleted`)
      return EXIT.done
    }
    const report = await importSite(site)
    if (process.stdout.isTTY) write()
    writeReport(report, command)
    const isWhole = report.files.every(({ counts }) => counts.refused === 0)
    return isWhole && report.unexplained.size === 0 ? EXIT.done : EXIT.refused
  } finally {
    await database.close()
  }
}

function explainSite(error: unknown, environment: NodeJS.ProcessEnv): string {
  if (error instanceof UsageError) return `${error.message}\n\n${HELP}`
  const isPlain = error instanceof SiteFolderError || error instanceof CsvFileError
  return isPlain ? error.message : explain(error, environment)
}

/** `npm run import-site`: returns the exit code. */
export async function importSiteCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const command = readArguments(args)
    if (command !== 'help') return await run(command, environment)
    process.stdout.write(HELP)
    return EXIT.done
  } catch (error) {
    process.stderr.write(`${explainSite(error, environment)}\n`)
    return EXIT.failed
  }
}
