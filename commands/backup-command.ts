import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { explain } from '#app/server/failures.ts'
import { backupPlace, keepBackup, pruneBackups } from '#platform/server/backup/backup-file.ts'
import { requestBackup } from '#platform/server/backup/backup-request.ts'
import { readEmbedded, readPostgres } from '#platform/server/backup/databases.ts'
import { backupOf } from '#platform/server/backup/writing.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import type { Copying } from '#platform/server/db/copying.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'
import { readCommandLine, UsageError } from './command-line.ts'

const HELP = withTypedCommands(`Usage: npm run backup -- [FILE.gz | FOLDER | -] [--keep N]

Writes a consistent snapshot of the whole database to one file. The server may keep running; it makes the
backup of an embedded database itself.

  FOLDER             creates a file named after the community and the time (default BACKUP_DIR)
  FILE.gz            creates this file, which must not exist yet
  -                  writes to standard output, for a pipe to age or gpg

Options
  --keep <n>         then deletes all but the newest n backups of this community in the folder
  --help             prints this text

Uses the server's database: DATABASE_URL, or DATA_DIR.

Exit code: 0 the backup is complete, 2 there is no backup.
See docs/backup.md.
`)

interface Command {
  /** Undefined for the folder of the settings. */
  target: string | undefined
  keep?: number
}

function readArguments(args: string[]): Command | 'help' {
  const { values, positionals } = readCommandLine(args, {
    keep: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) return 'help'
  const [target, ...more] = positionals
  if (more.length > 0) throw new UsageError('Name one file or folder.')
  if (values.keep === undefined) return { target }
  const keep = Number(values.keep)
  if (!Number.isInteger(keep) || keep < 1)
    throw new UsageError('--keep needs a number of at least 1.')
  if (target === '-') throw new UsageError('--keep needs a folder.')
  return { target, keep }
}

/** Packs a backup of the database, or requests one from the running server, and passes it to `keep`. */
async function withBackup<T>(
  { databaseUrl, dataDir, publicUrl }: Config,
  keep: (packed: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const pack = (kind: string) => async (copying: Copying) => {
    const gzip = createGzip()
    const packing = pipeline(backupOf(copying, { database: kind, address: publicUrl }), gzip)
    // If packing fails, `keep` fails too and reports why.
    packing.catch(() => {})
    const kept = await keep(gzip as AsyncIterable<Buffer>)
    await packing
    return kept
  }
  if (databaseUrl) return readPostgres(databaseUrl, pack('postgres'))
  const running = await requestBackup(dataDir)
  return running ? keep(running) : readEmbedded({ dataDir }, pack('embedded'))
}

async function backUp({ target, keep }: Command, environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment)
  if (target === '-') {
    await withBackup(config, (packed) => pipeline(packed, process.stdout))
    return ''
  }
  const now = new Date()
  const place = target ? await backupPlace(target) : { folder: config.backupDir }
  const kept = await withBackup(config, (packed) => keepBackup(packed, place, now))
  const { end, bytes, path } = kept
  const community = kept.header.community?.id
  const gone =
    keep === undefined || community === undefined
      ? 0
      : await pruneBackups(place.folder, { community, keep, now })
  const pruned = gone > 0 ? `  ${gone} older deleted\n` : ''
  return `  ${path}\n  ${end.rows} rows of ${end.tables} tables, ${bytes} bytes\n${pruned}`
}

/** `npm run backup`: returns the exit code. */
export async function backupCommand(
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const command = readArguments(args)
    process.stdout.write(command === 'help' ? HELP : await backUp(command, environment))
    return 0
  } catch (error) {
    const text =
      error instanceof UsageError ? `${error.message}\n\n${HELP}` : explain(error, environment)
    process.stderr.write(`${text}\n`)
    return 2
  }
}
