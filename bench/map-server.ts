import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { buildApp, FEATURES } from '#app/server/app.ts'
import { SettingsWatch } from '#features/community/settings/server/kept/settings-watch.ts'
import {
  community,
  town,
} from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import type { LetterboxIndex } from '#features/places/letterboxes/map-index/server/letterbox-index.ts'
import { readConfig } from '#platform/server/config.ts'
import { embeddedDatabase } from '#platform/server/db/client.ts'
import { openPglite } from '#platform/server/db/pglite.ts'
import { LOAD_LIMITS } from '#platform/server/http/watching/load.ts'
import { JobQueue } from '#platform/server/jobs/job-queue.ts'
import { MailQueue } from '#platform/server/mail/mail-queue.ts'
import { readMailsOf } from '#platform/server/mail/mail-template.ts'
import { createMailTransport } from '#platform/server/mail/mail-transport.ts'
import { HELP_FOLDER, WEB_FOLDER } from '#platform/server/paths.ts'
import { StreetMap } from '#platform/server/street-map/street-map.ts'
import { SEED } from './tiles.ts'

/** Orders from the measuring process to the server's process. */
export type Order = { do: 'forget tiles' } | { do: 'tell processor time' } | { do: 'end' }

export interface Started {
  url: string
  buildMs: number
  bytesPerLetterbox: number
}

const size = Number(process.argv[2])
/** Letterboxes in several countries, or all in one town. */
const makeLetterboxes = process.argv[3] === 'town' ? town : community
const config = readConfig({
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://127.0.0.1',
  LOG_LEVEL: 'warn',
  DEMO: 'off',
})
const database = await embeddedDatabase(await openPglite())
const logger = pino({ level: config.logLevel })
const jobs = new JobQueue(database, logger)
const settings = new SettingsWatch(config, database, logger)
const mails = new MailQueue(
  database,
  jobs,
  createMailTransport(config, database, settings, readMailsOf(FEATURES)),
  logger,
)
const { app, deps } = await buildApp({
  config,
  database,
  jobs,
  mails,
  settings,
  clock: () => new Date(),
  logger,
  streetMap: await StreetMap.open(config.streetMap),
  webFolder: WEB_FOLDER,
  helpFolder: HELP_FOLDER,
  loadLimits: LOAD_LIMITS,
  checkAnswers: false,
  siblings: null,
})
const started = await measureBuild(deps.letterboxFeed.index)

await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
process.send?.({ url: `http://127.0.0.1:${port}`, ...started } satisfies Started)

process.on('message', (order: Order) => {
  if (order.do === 'end') process.exit()
  if (order.do === 'forget tiles') deps.letterboxFeed.responses.clear()
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})

/** Letterboxes go straight into the index: the memory of ten million objects would be measured too. */
async function measureBuild(index: LetterboxIndex) {
  const before = await memory()
  /** Time spent on making the letterboxes, which is not part of building the index. */
  let making = 0
  const from = performance.now()
  await index.load(async (builder) => {
    let begun = performance.now()
    for (const chunk of inChunks()) {
      making += performance.now() - begun
      for (const row of chunk) builder.push(row)
      begun = performance.now()
    }
  })
  const buildMs = performance.now() - from - making
  return { buildMs, bytesPerLetterbox: ((await memory()) - before) / size }
}

/** Bytes in use, in the JavaScript heap and in buffers outside it. */
async function memory(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    globalThis.gc?.()
    // Buffers are freed after the collection, not during it.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function* inChunks() {
  let chunk = []
  for (const row of makeLetterboxes(size, SEED)) {
    chunk.push(row)
    if (chunk.length < 5000) continue
    yield chunk
    chunk = []
  }
  yield chunk
}
