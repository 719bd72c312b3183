import 'dotenv/config'
import { explain } from '#app/server/failures.ts'
import { TABLE_NAMES } from '#app/server/table-names.ts'
import { moveData } from '#platform/server/backup/moving.ts'
import { ConfigError, readConfig, settingsOf } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'
import { withTypedCommands } from '#platform/server/typed-commands.ts'

const HELP =
  withTypedCommands(`Usage: npm run move-to-postgres -- [postgres://USER:PASSWORD@HOST/DATABASE]

Copies the embedded database in DATA_DIR to a PostgreSQL server. Stop Letterlend first. Without an
address the target is DATABASE_URL, which no process list shows.
`)

/** `npm run move-to-postgres -- postgres://user@host/database`; the default target is DATABASE_URL. */
async function main(named: string | undefined): Promise<void> {
  if (named === '--help' || named === '-h') {
    process.stdout.write(HELP)
    return
  }
  const { DATABASE_URL, ...settings } = settingsOf(process.env)
  const url = named ?? DATABASE_URL
  if (!url)
    throw new ConfigError(
      'Name the target: DATABASE_URL in .env, which no process list shows, or npm run move-to-postgres -- postgres://user@host/database',
    )
  const source = await openDatabase(readConfig(settings))
  try {
    await moveData(source, url, TABLE_NAMES, (table, rows) =>
      process.stdout.write(`  ${table}: ${rows}\n`),
    )
  } finally {
    await source.close()
  }
  process.stdout.write('Moved. Start with DATABASE_URL set to the new database from now on.\n')
}

const named = process.argv[2]

main(named).catch((error: unknown) => {
  const environment = named ? { ...process.env, DATABASE_URL: named } : process.env
  process.stderr.write(`${explain(error, environment)}\n`)
  process.exit(1)
})
