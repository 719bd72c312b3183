import { cpus, loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { type BusyPeople, fillBusyAccounts } from './busy-rows.ts'
import { withDatabase } from './database.ts'
import { ACTIONS, type FingerAction, type FingerScroll, pull, SCROLLS } from './finger-actions.ts'
import { withServer } from './running-server.ts'
import { type Waited, WatchedPage } from './watched-page.ts'
import { reasonOf, within } from './within.ts'

const ROUNDS = 8
const PULLS = 3
/** Loading 10,000 messages before the first round takes most of that. */
const DONE_WITHIN_SECONDS = 420
const START_WITHIN_SECONDS = 30
/** Milliseconds, and frames a second. */
const TARGETS = { p75: 200, worst: 500, frames: 40 }
const SETTINGS = { DEMO: 'on', CAPTCHA: 'off', TRUST_PROXY: 'loopback' }

/** What all rows are measured with. */
interface Place {
  browser: Browser
  origin: string
  people: BusyPeople
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const words = process.argv.slice(2).filter((text) => !text.startsWith('--'))
const isWanted = ({ name }: { name: string }) =>
  words.length === 0 || words.some((word) => name.includes(word))
const server = process.env.BENCH_DATABASE_URL
const browserSettings = process.env.BENCH_BROWSER
if (!server) throw new Error('This needs PostgreSQL: set TEST_DATABASE_URL.')
if (!browserSettings) throw new Error('No browser.')
const { executablePath, env } = JSON.parse(browserSettings)
let missedTargets = 0

await withDatabase(server, async (url) => {
  // The first start makes the community, the second one finds the accounts that are added to it.
  await withServer(SETTINGS, url, () => Promise.resolve())
  const people = await fillBusyAccounts(url)
  await withServer(SETTINGS, url, async (origin) => {
    const started = await chromium.launchServer({
      executablePath,
      env: { ...process.env, ...env },
      args: ['--no-sandbox', '--disable-gpu'],
    })
    try {
      await measure({ browser: await chromium.connect(started.wsEndpoint()), origin, people })
    } finally {
      // Killed, since a page that hangs would not close when asked.
      await started.kill()
    }
  })
})
print(`\n${missedTargets === 0 ? 'All targets met' : `${missedTargets} targets missed`}`)
process.exit(missedTargets === 0 ? 0 : 1)

async function measure(place: Place): Promise<void> {
  print(
    `${cpus().length} cores, load at the start ${(loadavg()[0] ?? 0).toFixed(1)}; a fourth of the processor`,
  )
  print(`\nINP in ms of ${ROUNDS} rounds; of the worst: until it begins, works, is drawn`)
  print(`  ${''.padEnd(46)}${cells(['p75', 'worst', 'begins', 'works', 'drawn'])}`)
  for (const action of ACTIONS.filter(isWanted)) {
    await row(action.name, () => measureAction(place, action))
  }
  print(`\nFrames while scrolling; ms of a frame`)
  print(`  ${''.padEnd(46)}${cells(['a second', 'p95', 'longest'])}`)
  for (const scroll of SCROLLS.filter(isWanted)) {
    await row(scroll.name, () => measureScroll(place, scroll))
  }
}

/** Prints what `work` measured, and whether that is as it should be. */
async function row(name: string, work: () => Promise<{ figures: number[]; isMet: boolean }>) {
  try {
    const { figures, isMet } = await within(DONE_WITHIN_SECONDS, name, work())
    if (!isMet) missedTargets++
    const texts = figures.map((figure) => figure.toFixed(0))
    print(`  ${name.padEnd(46)}${cells(texts)}${isMet ? '' : '  MISSED'}`)
  } catch (error) {
    missedTargets++
    print(`  ${name.padEnd(46)}  FAILED: ${reasonOf(error)}`)
  }
}

async function measureAction(place: Place, action: FingerAction) {
  const watched = await open(place, action)
  try {
    const waits: Waited[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await action.prepare?.(watched.page, round)
      waits.push(await watched.waitsFor(() => action.act(watched.page, round)))
    }
    const sorted = waits.sort((a, b) => a.value - b.value)
    const worst = sorted.at(-1)
    const p75 = sorted[Math.ceil(ROUNDS * 0.75) - 1]?.value ?? Number.NaN
    if (!worst) throw new Error('Nothing was measured')
    const { value, inputDelay, processing, presentation } = worst
    const isMet = p75 <= TARGETS.p75 && value <= TARGETS.worst
    return { figures: [p75, value, inputDelay, processing, presentation], isMet }
  } finally {
    await watched.close()
  }
}

async function measureScroll(place: Place, scroll: FingerScroll) {
  const watched = await open(place, scroll)
  try {
    const frames: number[] = []
    for (let i = 0; i < PULLS; i++) {
      frames.push(...(await watched.framesOf(() => pull(watched, scroll, i))))
      await watched.rest()
    }
    const sorted = frames.sort((a, b) => a - b)
    const seconds = sorted.reduce((sum, ms) => sum + ms, 0) / 1000
    const rate = sorted.length / seconds
    const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
    const longest = sorted.at(-1) ?? Number.NaN
    return { figures: [rate, p95, longest], isMet: rate >= TARGETS.frames }
  } finally {
    await watched.close()
  }
}

/** The page as it is before the first round: loaded, prepared, and from then on slow. */
async function open(
  { browser, origin, people }: Place,
  { who, screen, path, there, begin }: FingerAction | FingerScroll,
): Promise<WatchedPage> {
  const token = who === 'visitor' ? null : people[who]
  const watched = await WatchedPage.open(browser, screen, token)
  const { page } = watched
  page.setDefaultTimeout(START_WITHIN_SECONDS * 1000)
  await page.goto(origin + path)
  await page.locator(there).first().waitFor()
  // Whoever is logged in has a stream open: the network is never idle.
  await watched.rest()
  await begin?.(page)
  await watched.slowDown()
  await watched.rest()
  return watched
}

function cells(texts: string[]): string {
  return texts.map((text) => text.padStart(10)).join('')
}
