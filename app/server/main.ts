import cluster from 'node:cluster'
import { networkInterfaces } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import 'dotenv/config'
import { type Config, misspeltIn, readConfig, unusedIn } from '#platform/server/config.ts'
import { tryAddress } from '#platform/server/http/listening.ts'
import { createLogger } from '#platform/server/http/watching/logging.ts'
import { Siblings } from '#platform/server/processes/siblings.ts'
import { wordsOfUnused } from '#platform/server/public-demo-settings.ts'
import { wordsOfMisspelt } from '#platform/server/setting-words.ts'
import { explain } from './failures.ts'
import { startMessage } from './start-message.ts'

/** Time limit for stopping if something hangs, such as a database or mail server that does not answer. */
const STOP_WITHIN_MS = 9_500
/** The primary waits for its workers, which stop within the limit above or are killed soon after. */
const STOP_ALL_WITHIN_MS = STOP_WITHIN_MS + 3_000
/** A second Ctrl+C after this time forces the stop. */
const IMPATIENT_AFTER_MS = 1_000
/** Not SIGHUP, which a closing terminal sends to its programs and which has to stop a server. */
const RESTART_SIGNAL = 'SIGUSR2'

/**
 * Stops on the first signal. npm, a terminal and a service manager may each send the same signal to the whole group and
 * also forward it, so it can arrive several times.
 * @param stop resolves with the exit code
 */
function stopOnSignals(stop: () => Promise<number>, withinMs: number): void {
  let begun: number | null = null
  const take = (signal: NodeJS.Signals) => {
    if (begun === null) {
      begun = performance.now()
      setTimeout(() => process.exit(1), withinMs).unref()
      void stop().then(
        (code) => process.exit(code),
        (error: unknown) => {
          process.stderr.write(`${explain(error, process.env)}\n`)
          process.exit(1)
        },
      )
    } else if (signal === 'SIGINT' && performance.now() - begun > IMPATIENT_AFTER_MS) {
      process.exit(1)
    }
  }
  process.on('SIGINT', take)
  process.on('SIGTERM', take)
}

/** Prints an error like Node, but without the queries, values and keys that drivers attach. */
process.on('uncaughtException', (error: unknown) => {
  process.stderr.write(`${explain(error, process.env)}\n`)
  process.exit(1)
})

/**
 * The file that workers run. Keeps the path as given at the start, so that a symlink to a newer release is followed.
 * `npm start` imports this file from another one, which installs and builds.
 */
function fileToRun(): string {
  const own = fileURLToPath(import.meta.url)
  const [, named = ''] = process.argv
  return basename(named) === basename(own) ? named : own
}

/** Starts the `PROCESSES` workers and supervises them. */
async function startProcesses(config: Config): Promise<void> {
  const { Primary } = await import('./primary.ts')
  const exec = fileToRun()
  const execArgv = [...new Set([...process.execArgv, '--enable-source-maps'])]
  const primary = new Primary(config.processes, {
    logger: createLogger(config.logLevel, { secrets: config.secrets }),
    fork(number) {
      // Shown by `ps`, and read by the process itself.
      cluster.setupPrimary({ exec, execArgv, args: [String(number)] })
      return cluster.fork()
    },
  })
  let isStopping = false
  stopOnSignals(() => {
    isStopping = true
    return primary.stop()
  }, STOP_ALL_WITHIN_MS)
  process.on(RESTART_SIGNAL, () => void primary.restart())
  const failure = await primary.start()
  if (failure !== null && !isStopping) process.exit(failure)
}

/** Serves requests, as the only process or one of several. */
async function serve(config: Config): Promise<void> {
  // Set for libraries, since our settings are already read: React's development checks were a tenth of the work of a
  // server that sends mails.
  process.env.NODE_ENV ??= 'production'
  // Loaded late, so that invalid settings are reported immediately.
  const { startServer } = await import('./start.ts')
  const { worker } = cluster
  const siblings = worker ? new Siblings(Number(process.argv[2]), process) : null
  const first = !worker || worker.id === 1
  const server = await startServer(config, {
    progress: (step) => first && process.stdout.write(`  ${step} ...\n`),
    siblings,
    first,
  })
  stopOnSignals(async () => {
    await server.stop()
    return 0
  }, STOP_WITHIN_MS)
  await siblings?.tellStarted()
  if (first) process.stdout.write(startMessage(config, server, networkInterfaces()))
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (cluster.isPrimary) {
    const logger = createLogger(config.logLevel, { secrets: config.secrets })
    for (const each of misspeltIn(process.env)) logger.warn(wordsOfMisspelt(each))
    const unused = unusedIn(process.env)
    if (unused.length > 0) logger.warn(wordsOfUnused(unused))
    // Check before slow steps, so that problems are reported immediately and no database is changed.
    await tryAddress(config)
    if (config.processes > 1) return startProcesses(config)
  }
  process.on(RESTART_SIGNAL, () => {
    // The primary handles this signal for its workers.
    if (cluster.isWorker) return
    const logger = createLogger(config.logLevel, { secrets: config.secrets })
    logger.warn('there is only one process: nothing was restarted')
  })
  return serve(config)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error, process.env)}\n`)
  process.exit(1)
})
