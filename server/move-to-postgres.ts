import 'dotenv/config'
import { readConfig } from './config.ts'
import { openDatabase, postgresDatabase } from './db/client.ts'
import { moveData } from './db/move.ts'

/** `npm run move-to-postgres -- postgres://user@host/database` */
async function main(url: string | undefined): Promise<void> {
  if (!url)
    throw new Error('Name the target: npm run move-to-postgres -- postgres://user@host/database')
  const config = readConfig({ ...process.env, DATABASE_URL: undefined })
  const source = await openDatabase(config)
  try {
    const target = await postgresDatabase(url)
    try {
      await moveData(source, target, (table, rows) => process.stdout.write(`  ${table}: ${rows}\n`))
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  process.stdout.write('Moved. Start with DATABASE_URL set to the new database from now on.\n')
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
