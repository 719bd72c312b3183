import type { AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { buildApp, FEATURES } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { embeddedDatabase } from '../server/db/client.ts'
import { JobQueue } from '../server/jobs/job-queue.ts'
import { MailQueue } from '../server/mail/mail.queue.ts'
import { createMailTransport } from '../server/mail/mail.transport.ts'
import { readMailsOf } from '../server/mail/mail-template.ts'
import { community } from '../server/map-index/letterbox-index.fixtures.ts'
import { LetterboxIndex } from '../server/map-index/letterbox-index.ts'
import { WEB_FOLDER } from '../server/paths.ts'
import { SEED } from './tiles.ts'

/** What the measuring process asks of the server's process. */
export type Order = { do: 'forget tiles' } | { do: 'tell processor time' } | { do: 'end' }

export interface Started {
  url: string
  buildMs: number
  bytesPerLetterbox: number
}

const size = Number(process.argv[2])
const started = await measureBuild()
const config = readConfig({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  LOG_LEVEL: 'warn',
  DEMO: 'off',
})
const database = await embeddedDatabase(await PGlite.create())
const logger = pino({ level: config.logLevel })
const jobs = new JobQueue(database, logger)
const mails = new MailQueue(
  database,
  jobs,
  createMailTransport(config, database, readMailsOf(FEATURES)),
  logger,
)
const { app, deps } = await buildApp({
  config,
  database,
  jobs,
  mails,
  clock: () => new Date(),
  logger,
  webFolder: WEB_FOLDER,
})
await deps.letterboxFeed.index.load(inChunks())

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
process.send?.({ url: `http://127.0.0.1:${port}`, ...started } satisfies Started)

process.on('message', (order: Order) => {
  if (order.do === 'end') process.exit()
  if (order.do === 'forget tiles') deps.letterboxFeed.tiles.clear()
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})

async function measureBuild() {
  const rows = [...community(size, SEED)]
  const before = await memory()
  const from = performance.now()
  const index = new LetterboxIndex(rows)
  const buildMs = performance.now() - from
  const bytesPerLetterbox = ((await memory()) - before) / index.size
  return { buildMs, bytesPerLetterbox }
}

/** Bytes in use, inside the JavaScript heap and in buffers outside of it. */
async function memory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    // Buffers are given back after the collection, not in it.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

async function* inChunks() {
  let chunk = []
  for (const row of community(size, SEED)) {
    chunk.push(row)
    if (chunk.length === 5000) {
      yield chunk
      chunk = []
    }
  }
  yield chunk
}
