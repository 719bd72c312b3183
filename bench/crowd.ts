import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { CROWDED_TOWN } from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import { freeSpots } from '#features/places/map/web/engine/crowding/free-spots.ts'
import type { Started } from './map-server.ts'
import { reasonOf, within } from './within.ts'

const LETTERBOXES = 20_000
const VIEWS = [
  { width: 1280, height: 800 },
  { width: 2560, height: 1440 },
]
const FIRST_ZOOM = 8
const LAST_ZOOM = 19
/** How many times slower the emulated processor is than this one. */
const SLOWER = 4
/** The pause a hand makes between two movements. */
const PAUSE_MS = 700
const VIEW_WITHIN_SECONDS = 120
const START_WITHIN_SECONDS = 60
const BADGES = 1000
/** Places in one view: more than the map labels. */
const NAMES = 200
const ROUNDS = 15

/** Durations that the page collects, in ms. */
interface Watched {
  tasks: number[]
  placings: { badges: number; took: number }[]
}

const print = (line: string) => process.stdout.write(`${line}\n`)
let failures = 0

async function attempt(what: string, seconds: number, work: () => Promise<string>) {
  try {
    print(`${what}: ${await within(seconds, what, work())}`)
  } catch (error) {
    failures++
    print(`${what}: FAILED: ${reasonOf(error)}`)
  }
}

print(`${BADGES} badges placed in 2560x1440: ${placingMs().toFixed(1)} ms on this processor`)
const browserSettings = process.env.BENCH_BROWSER
if (!browserSettings) throw new Error('No browser.')
const { executablePath, env } = JSON.parse(browserSettings)
const server = fork(join(import.meta.dirname, 'map-server.js'), [String(LETTERBOXES), 'town'], {
  execArgv: ['--expose-gc'],
})
const started = await chromium.launchServer({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const firstMessage = once(server, 'message')
  const [first] = await within(START_WITHIN_SECONDS, 'the server', firstMessage)
  const { url }: Started = first
  const browser = await chromium.connect(started.wsEndpoint())
  for (const viewport of VIEWS) {
    for (const slower of [1, SLOWER]) {
      const what = `${viewport.width}x${viewport.height}, processor / ${slower}`
      await attempt(what, VIEW_WITHIN_SECONDS, () => look(browser, { url, viewport, slower }))
    }
  }
} finally {
  // Killed, since a program that hangs ignores a request to end.
  await started.kill()
  server.kill('SIGKILL')
}
process.exit(failures > 0 ? 1 : 0)

/** Median time of placing that many badges in one town, more than the map ever shows. */
function placingMs(): number {
  const random = (i: number, step: number, size: number) => (i * step * size) % size
  const boxes = Array.from({ length: BADGES }, (_, i) => {
    const [x, y] = [random(i, 0.618034, 2560), random(i, 0.754878, 1440)]
    return { left: x - 26, right: x + 26, top: y - 25, bottom: y + 25 }
  })
  const names = Array.from({ length: NAMES }, (_, i) => {
    const [x, y] = [random(i, 0.56984, 2560), random(i, 0.819172, 1440)]
    return { left: x - 40, right: x + 40, top: y - 8, bottom: y + 8 }
  })
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now()
    freeSpots(boxes, { left: 0, top: 0, right: 2560, bottom: 1440 }, [], names)
    return performance.now() - from
  })
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}

interface Looked {
  url: string
  viewport: { width: number; height: number }
  slower: number
}

async function look(browser: Browser, { url, viewport, slower }: Looked): Promise<string> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  try {
    const { tasks, placings } = await panAndZoom(context, url, slower)
    const largest = placings.reduce((most, one) => (one.badges > most.badges ? one : most))
    const slowest = Math.max(...placings.map(({ took }) => took))
    const summary = `at most ${largest.badges} badges, placed in at most ${slowest.toFixed(1)} ms`
    return `longest task ${Math.max(0, ...tasks).toFixed(0)} ms, ${summary}`
  } finally {
    await context.close()
  }
}

async function panAndZoom(context: BrowserContext, url: string, slower: number): Promise<Watched> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const { latitude, longitude } = CROWDED_TOWN
  await page.goto(`${url}/map?lat=${latitude}&lng=${longitude}&z=${FIRST_ZOOM}`)
  await page.locator('.ll-marker').first().waitFor()
  await page.waitForLoadState('networkidle')
  // Drops the tasks of the start, which is measured elsewhere.
  await page.evaluate(() => Object(window).watched.tasks.splice(0))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  for (let zoom = FIRST_ZOOM; zoom <= LAST_ZOOM; zoom++) {
    await panAround(page)
    await page.locator('.leaflet-container').press('+')
    await page.waitForTimeout(PAUSE_MS)
  }
  return page.evaluate(() => Object(window).watched)
}

async function panAround(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const middle = [width * 0.5, height * 0.5] as const
  const aside = [width * 0.9, height * 0.3] as const
  for (const [from, to] of [
    [middle, aside],
    [aside, middle],
  ] as const) {
    await page.mouse.move(...from)
    await page.mouse.down()
    await page.mouse.move(...to, { steps: 12 })
    await page.mouse.up()
    await page.waitForTimeout(PAUSE_MS)
  }
}

function watch(): void {
  const watched: Watched = { tasks: [], placings: [] }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.entryType === 'longtask') watched.tasks.push(entry.duration)
      else if (entry.name === 'll-placing') {
        watched.placings.push({ badges: Object(entry).detail.badges, took: entry.duration })
      }
    }
  }).observe({ entryTypes: ['longtask', 'measure'] })
}
