import { readFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { findBrowser } from '../scripts/browser.mjs'

/** A phone of three pixels for one, whose processor is four times slower than this one's. */
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 }
const SLOWER = 4
const STARTS = 5
const ZOOMS = [14, 15, 16, 17, 18]
const PANS = 6
const PAUSE_MS = 250
/** Nothing more is drawn after so long. */
const QUIET_MS = 1500

/** The page notes here what happens to it; times in ms of `performance.now()`. */
interface Watched {
  /** When the map's place is in the page. */
  there: number
  /** When pictures of tiles were put in place. */
  pictures: number[]
  frames: number[]
  longTasks: number[]
}

/** The street map on a phone: how soon it is complete, how it pans, what it holds of the memory. */
export async function measureStreetMap(
  url: string,
  browser: Awaited<ReturnType<typeof findBrowser>>,
): Promise<string[]> {
  const running = await chromium.launch({
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const paints: number[] = []
    const lines: string[] = []
    for (let start = 0; start < STARTS; start++) {
      const context = await running.newContext({ ...PHONE, serviceWorkers: 'block' })
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.addInitScript(watch)
      await page.goto(`${url}/map?lat=47.1412&lng=9.5215&z=16`)
      const { there, pictures } = await whenSettled(page)
      paints.push((pictures.at(-1) ?? Number.NaN) - there)
      if (start === STARTS - 1) lines.push(...(await pan(page)), await memoryOf(running))
      await context.close()
    }
    const whole = paints.map((ms) => ms.toFixed(0)).join(', ')
    return [`all streets drawn, ms after the app is there: ${whole}`, ...lines]
  } finally {
    await running.close()
  }
}

function watch(): void {
  const watched: Watched = { there: 0, pictures: [], frames: [], longTasks: [] }
  Object.assign(window, { watched })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.leaflet-container')) return
    watched.there = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
  const { transferFromImageBitmap } = ImageBitmapRenderingContext.prototype
  ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (...args) {
    watched.pictures.push(performance.now())
    Reflect.apply(transferFromImageBitmap, this, args)
  }
  new PerformanceObserver((list) => {
    watched.longTasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })
  const frame = (now: number) => {
    watched.frames.push(now)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

const watchedOf = (page: Page): Promise<Watched> => page.evaluate(() => Object(window).watched)

async function whenSettled(page: Page): Promise<Watched> {
  await page.waitForFunction((quiet) => {
    const { pictures }: Watched = Object(window).watched
    return pictures.length > 0 && performance.now() - (pictures.at(-1) ?? 0) > quiet
  }, QUIET_MS)
  return watchedOf(page)
}

/** To and fro with a finger's speed, at each of the zooms. */
async function pan(page: Page): Promise<string[]> {
  const lines: string[] = []
  const { mouse } = page
  for (const zoom of ZOOMS) {
    await page.goto(new URL(`/map?lat=47.1412&lng=9.5215&z=${zoom}`, page.url()).href)
    await whenSettled(page)
    await page.evaluate(() => {
      for (const list of ['frames', 'longTasks']) Object(window).watched[list].length = 0
    })
    for (let i = 0; i < PANS; i++) {
      const way = i % 2 ? -1 : 1
      await mouse.move(195 - 150 * way, 420 - 160 * way)
      await mouse.down()
      await mouse.move(195 + 150 * way, 420 + 160 * way, { steps: 30 })
      await mouse.up()
      await page.waitForTimeout(PAUSE_MS)
    }
    const { frames, longTasks } = await watchedOf(page)
    const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
    const p95 = [...longTasks].sort((a, b) => a - b)[Math.ceil(longTasks.length * 0.95) - 1] ?? 0
    const rate = `${((frames.length - 1) / seconds).toFixed(0)} frames a second`
    lines.push(`zoom ${zoom}: ${rate}, ${longTasks.length} long tasks, p95 ${p95.toFixed(0)} ms`)
  }
  return lines
}

/** What the page's process and the one that puts its pictures together hold, by the kernel's account. */
async function memoryOf(running: Browser): Promise<string> {
  const session = await running.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const memory = await Promise.all(
    processInfo
      .filter(({ type }) => /renderer|GPU/i.test(type))
      .map(async ({ id, type }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
        const kilobytes = Number(/VmRSS:\s*(\d+)/.exec(status)?.[1])
        return `${type} ${Math.round(kilobytes / 1024)} MB`
      }),
  )
  return `memory after panning: ${memory.join(', ')}`
}
