import { explain } from '#app/server/failures.ts'
import { TABLE_NAMES } from '#app/server/table-names.ts'
import { checkBackupFile, openBackup } from '#platform/server/backup/backup-file.ts'
import { fillEmbedded, fillPostgres } from '#platform/server/backup/databases.ts'
import { readHeader, restoreInto } from '#platform/server/backup/restoring.ts'
import { readConfig } from '#platform/server/config.ts'
import type { Copying } from '#platform/server/db/copying.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run restore -- FILE.gz [--force | --check]

Restores a backup into an empty database: either completely or, if anything fails, not at all. Stop the
server first. Backups of older versions are migrated; a backup fits both kinds of database.

Options
  --check            only reads the whole file and verifies it
  --force            replaces the existing community; an embedded database is kept under another name
  --help             prints this text

Uses the server's database: DATABASE_URL, or DATA_DIR.

Exit code: 0 done, 2 nothing was changed.
See docs/backup.md.
`)

interface Command {
  file: string
  force: boolean
  check: boolean
}

function readArguments(args: string[]): Command | 'help' {
  const { values, positionals } = readCommandLine(args, {
    force: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new UsageError('Name one backup.')
  return { file, force: values.force, check: values.check }
}

async function restore({ file, force, check }: Command, environment: NodeJS.ProcessEnv) {
  // Reads the whole file before changing anything.
  const { header, end } = await checkBackupFile(file)
  const whose = header.community ? `  of ${header.community.address}\n` : ''
  const about = `${whose}  made ${header.made_at} by Letterlend ${header.letterlend} (${header.schema.migration})\n  ${end.rows} rows of ${end.tables} tables`
  if (check) return `${about}, whole\n`
  const config = readConfig(environment)
  const fill = async (copying: Copying) => {
    const reader = await openBackup(file)
    return restoreInto(copying, reader, await readHeader(reader), () => {})
  }
  if (config.databaseUrl) {
    await fillPostgres(config.databaseUrl, fill, { force, known: TABLE_NAMES })
    return `${about}, restored and compared\n`
  }
  const { before } = await fillEmbedded(config, fill, force, new Date())
  const kept = before
    ? `  What was there before is in ${before}: delete it once you no longer need it.\n`
    : ''
  return `${about}, restored and compared\n${kept}`
}

/** `npm run restore`: returns the exit code. */
export async function restoreCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const command = readArguments(args)
    process.stdout.write(command === 'help' ? HELP : await restore(command, environment))
    return 0
  } catch (error) {
    const text =
      error instanceof UsageError ? `${error.message}\n\n${HELP}` : explain(error, environment)
    process.stderr.write(`${text}\n`)
    return 2
  }
}
