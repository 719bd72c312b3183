import { networkInterfaces } from 'node:os'
import 'dotenv/config'
import { readConfig } from '#platform/server/config.ts'
import { explain } from './failures.ts'
import type { RunningServer } from './start.ts'
import { startMessage } from './start-message.ts'

/** How long a stop may take if something hangs, such as a database or a mail server that does not answer. */
const STOP_WITHIN_MS = 9_500
/** Ctrl+C pressed again by somebody who does not want to wait. */
const IMPATIENT_AFTER_MS = 1_000

/**
 * However it is asked: npm, a terminal and a service manager may each send the same signal to the whole
 * group and pass it on besides, so that one wish arrives several times.
 */
function stopOnSignals(server: RunningServer): void {
  let begun: number | null = null
  const stop = (signal: NodeJS.Signals) => {
    if (begun === null) {
      begun = performance.now()
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      void server.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${explain(error, process.env)}\n`)
          process.exit(1)
        },
      )
    } else if (signal === 'SIGINT' && performance.now() - begun > IMPATIENT_AFTER_MS) {
      process.exit(1)
    }
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** Prints an error as Node itself would, but without the queries, values and keys that drivers attach to it. */
process.on('uncaughtException', (error: unknown) => {
  process.stderr.write(`${explain(error, process.env)}\n`)
  process.exit(1)
})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Loaded only now: a setting that cannot be used is told at once.
  const { startServer } = await import('./start.ts')
  const server = await startServer(
    config,
    (step) => process.stdout.write(`  ${step} ...\n`),
    process.stdout.isTTY,
  )
  stopOnSignals(server)
  process.stdout.write(startMessage(config, server, networkInterfaces()))
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error, process.env)}\n`)
  process.exit(1)
})
