import { networkInterfaces } from 'node:os'
import 'dotenv/config'
import { ConfigError, readConfig } from './config.ts'
import { DataDirInUseError, DataDirUnusableError } from './db/data-dir-lock.ts'
import { startServer } from './start.ts'
import { startMessage } from './start-message.ts'

/** What a person can act on is one sentence; everything else is shown whole. */
function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof DataDirInUseError ||
    error instanceof DataDirUnusableError
  )
    return error.message
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program: set PORT to a free one, such as PORT=3001.'
  }
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') {
    return 'No PostgreSQL answers at DATABASE_URL.'
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const server = await startServer(config, (step) => process.stdout.write(`  ${step} ...\n`))
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal does not wait for open requests.
      if (stopping) process.exit(1)
      stopping = true
      void server.stop().then(() => process.exit(0))
    })
  }
  process.stdout.write(startMessage(config, server.demoAccounts, networkInterfaces()))
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
})
