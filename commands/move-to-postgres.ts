import 'dotenv/config'
import { explain } from '#app/server/failures.ts'
import { TABLE_NAMES } from '#app/server/table-names.ts'
import { moveData } from '#platform/server/backup/moving.ts'
import { ConfigError, readConfig } from '#platform/server/config.ts'
import { openDatabase } from '#platform/server/db/client.ts'

/** `npm run move-to-postgres -- postgres://user@host/database`; without it to DATABASE_URL. */
async function main(url: string | undefined): Promise<void> {
  if (!url)
    throw new ConfigError(
      'Name the target: DATABASE_URL in .env, which no list of processes shows, or npm run move-to-postgres -- postgres://user@host/database',
    )
  const config = readConfig({ ...process.env, DATABASE_URL: undefined })
  const source = await openDatabase(config)
  try {
    await moveData(source, url, TABLE_NAMES, (table, rows) =>
      process.stdout.write(`  ${table}: ${rows}\n`),
    )
  } finally {
    await source.close()
  }
  process.stdout.write('Moved. Start with DATABASE_URL set to the new database from now on.\n')
}

const target = process.argv[2] ?? process.env.DATABASE_URL

main(target).catch((error: unknown) => {
  process.stderr.write(`${explain(error, { ...process.env, DATABASE_URL: target })}\n`)
  process.exit(1)
})
