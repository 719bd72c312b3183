import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { holdsDemo } from '#app/server/demo/accounts.ts'
import { explain } from '#app/server/failures.ts'
import { rejectsLines } from '#features/community/imports/rejects.ts'
import {
  byLine,
  CsvFileError,
  communityCountry,
  ImportProgress,
  type ImportResult,
  importLetterboxes,
  sentenceOf,
} from '#features/community/imports/server/door.ts'
import { createGeocoding } from '#features/places/geocoding/server/door.ts'
import { seedItems } from '#features/places/items/server/door.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { readAddressLists } from '#platform/server/street-map/address-list.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { CSV_MARK, csvLine } from '#platform/shared/input/csv.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#platform/shared/languages.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run import -- letterboxes.csv [options]

Imports letterboxes with their owners and stickers from a CSV file. Reports invalid rows
with their line and imports all others, in one transaction. Importing a file again updates
what has changed and creates no duplicates.

Options
  --dry-run          reports what would happen and writes nothing
  --yes              does not ask before letterboxes become public
  --strict           imports nothing if any row is rejected, or if a sticker, an e-mail
                     address or a yes in it cannot be used
  --rejects <file>   writes the rejected rows to a CSV file, each with its reason
  --lang <lang>      language of the owners' accounts and mails: de, en or fr (default de)
  --geocoder <name>  offline, photon, nominatim or swisstopo, or several with commas (default: GEOCODER)
  --help             prints this text

Columns: address, postcode, city, and optionally address_addition, country (CH), latitude,
longitude, items (names or ids, separated by ; | or ,), firstname, lastname, email, messaging,
house_number, language, show_on_map, show_name. On a terminal, the command says what becomes public
and asks for confirmation.
Uses the server's database: DATABASE_URL, or DATA_DIR while the server is stopped.

Exit code: 0 all rows imported, 1 some rows rejected, 2 nothing imported.
See docs/import.md.
`)

const EXIT = { done: 0, rejected: 1, failed: 2 } as const

interface Command {
  file: string
  dryRun: boolean
  yes: boolean
  strict: boolean
  rejects: string | undefined
  lang: Language
  geocoder: string | undefined
}

function readArguments(args: string[]): Command | 'help' {
  const { values, positionals } = readCommandLine(args, {
    'dry-run': { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
    rejects: { type: 'string' },
    lang: { type: 'string', default: DEFAULT_LANGUAGE },
    geocoder: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return 'help'
  const lang = LANGUAGES.find((language) => language === values.lang)
  if (!lang) throw new UsageError(`--lang must be one of ${LANGUAGES.join(', ')}`)
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new UsageError('Name one CSV file.')
  const { geocoder, strict, yes, rejects } = values
  return { file, lang, geocoder, strict, yes, rejects, dryRun: values['dry-run'] }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${String(code)})`
    throw new UsageError(`${file} ${why}.`)
  }
}

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** Says which parts of the new and changed letterboxes will be public. */
function publicSentence({ on_map, off_map, named }: ImportResult, written: boolean): string {
  const verb = written ? '' : 'would be '
  const parts = [
    `${count(on_map, 'letterbox', 'letterboxes')} ${verb}public, with address and stickers`,
    `${named} of them with a name`,
    ...(off_map > 0 ? [`${off_map} not on the map`] : []),
  ]
  return `${parts.join(', ')}.`
}

function summary(result: ImportResult, { dryRun }: Command): string {
  const { created, updated, unchanged, taken_over, approximate, rejections, warnings } = result
  const { on_map, off_map, written } = result
  const parts = [
    `${created} new`,
    `${updated} updated`,
    `${unchanged} unchanged`,
    ...(taken_over > 0 ? [`${taken_over} left to their owners`] : []),
    `${rejections.length} rejected`,
    ...(warnings.length > 0 ? [`${count(warnings.length, 'warning', 'warnings')}`] : []),
  ]
  const lines = [`${parts.join(', ')}.`]
  if (approximate > 0)
    lines.push(
      `${count(approximate, 'letterbox stands', 'letterboxes stand')} in the middle of the place: no exact position was found.`,
    )
  if (result.guessed > 0)
    lines.push(
      `${count(result.guessed, 'letterbox stands', 'letterboxes stand')} somewhere in the street: the house is not known.`,
    )
  if (on_map + off_map > 0) lines.push(publicSentence(result, written))
  if (dryRun) lines.push('Dry run: nothing was written.')
  else if (!written) lines.push('Nothing was written, because --strict was given.')
  return lines.map((line) => `  ${line}\n`).join('')
}

async function writeRejects(
  file: string,
  { rejects }: ImportResult,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const lines = rejectsLines(rejects, sentenceOf).map(csvLine)
  await writeFile(resolve(environment.IMPORT_FROM ?? '.', file), CSV_MARK + lines.join(''))
}

async function agrees(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^\s*(y|yes|j|ja|o|oui|si)\s*$/i.test(await terminal.question('  Import them? [y/N] '))
  } finally {
    terminal.close()
  }
}

/**
 * On a terminal, says what an import would make public and asks for consent. Returns true
 * elsewhere.
 */
async function isWanted(command: Command, environment: NodeJS.ProcessEnv): Promise<boolean> {
  if (command.yes || command.dryRun || !process.stdin.isTTY) return true
  const result = await runImport({ ...command, dryRun: true }, environment)
  if (result.on_map === 0) return true
  process.stdout.write(`  ${publicSentence(result, false)}\n`)
  return agrees()
}

async function runImport(command: Command, environment: NodeJS.ProcessEnv): Promise<ImportResult> {
  const bytes = await readBytes(resolve(environment.IMPORT_FROM ?? '.', command.file))
  const config: Config = readConfig({
    ...environment,
    GEOCODER: command.geocoder || environment.GEOCODER,
  })
  const progress = new ImportProgress(process.stdout)
  const database = await openDatabase(config)
  try {
    await seedItems(database.orm)
    if (await holdsDemo(database.orm))
      process.stdout.write(
        '  This database holds the demo community: use another DATA_DIR for your own.\n',
      )
    const logger = { warn: () => {} }
    const streets = await readAddressLists(config.streetMap)
    const geocoding = createGeocoding({ config, database, logger, streets })
    const { dryRun, strict, lang } = command
    const country = await communityCountry(database.orm, config)
    return await importLetterboxes({ database, geocoding, country }, bytes, {
      dryRun,
      strict,
      lang,
      onProgress: (step, done, total) => progress.show(step, done, total),
    })
  } finally {
    progress.end()
    await database.close()
  }
}

function explainImport(error: unknown, environment: NodeJS.ProcessEnv): string {
  if (error instanceof UsageError) return `${error.message}\n\n${HELP}`
  return error instanceof CsvFileError ? error.message : explain(error, environment)
}

/** `npm run import`: returns the exit code. */
export async function importCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const command = readArguments(args)
    if (command === 'help') {
      process.stdout.write(HELP)
      return EXIT.done
    }
    if (!(await isWanted(command, environment))) {
      process.stdout.write('  Nothing was written.\n')
      return EXIT.failed
    }
    const result = await runImport(command, environment)
    for (const notice of result.notices) process.stdout.write(`  ${sentenceOf(notice)}\n`)
    for (const problem of [...result.rejections, ...result.warnings].sort(byLine))
      process.stdout.write(`  line ${problem.line}: ${sentenceOf(problem)}\n`)
    process.stdout.write(summary(result, command))
    if (command.rejects) await writeRejects(command.rejects, result, environment)
    const isHeldBack = command.strict && !result.isWhole
    return result.rejections.length > 0 || isHeldBack ? EXIT.rejected : EXIT.done
  } catch (error) {
    process.stderr.write(`${explainImport(error, environment)}\n`)
    return EXIT.failed
  }
}
