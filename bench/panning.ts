import { type Browser, chromium } from '@playwright/test'
import type { findBrowser } from '../scripts/browser.mjs'
import { within } from './within.ts'

export interface PanningFigures {
  /** Longest time for which the page was blocked while being panned and zoomed, in ms. */
  longestTask: number
  /** Tasks of more than 50 ms. */
  longTasks: number
  /** Cumulative layout shift of the whole visit. */
  layoutShift: number
}

/** Pans per zoom level. */
const PANS = 4
const ZOOMS = 8
/** The pause a hand makes between two movements. */
const PAUSE_MS = 250
/** A page that is busy forever answers no request. Five times what a slow machine needs. */
const DONE_WITHIN_SECONDS = 120

/** Long tasks and layout shifts that the page collects. */
interface Watched {
  tasks: number[]
  shift: number
}

/** Pans and zooms the map screen of `url` in a real browser, from a street to the whole country. */
export async function measurePanning(
  url: string,
  browser: Awaited<ReturnType<typeof findBrowser>>,
): Promise<PanningFigures> {
  const options = {
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    args: ['--no-sandbox', '--disable-gpu'],
  }
  const started = await chromium.launchServer(options)
  try {
    const running = await chromium.connect(started.wsEndpoint())
    return await within(DONE_WITHIN_SECONDS, 'panning in a browser', pan(running, url))
  } finally {
    // Killed, since a page that hangs ignores a request to close.
    await started.kill()
  }
}

async function pan(running: Browser, url: string): Promise<PanningFigures> {
  const context = await running.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const watched: Watched = { tasks: [], shift: 0 }
    Object.assign(window, { watched })
    new PerformanceObserver((list) => {
      watched.tasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shift += Object(entry).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${url}/map?lat=47.37&lng=8.54&z=15`)
  await page.locator('.ll-marker').first().waitFor()
  await page.waitForLoadState('networkidle')
  // Drops the tasks of the start, which is measured elsewhere.
  await page.evaluate(() => Object(window).watched.tasks.splice(0))
  const { mouse } = page
  for (let zoom = 0; zoom < ZOOMS; zoom++) {
    // Back and forth, so that the crowded place stays in view.
    for (let pan = 0; pan < PANS; pan++) {
      const way = pan % 2 ? -1 : 1
      await mouse.move(900 - 210 * way, 400 + 90 * way)
      await mouse.down()
      await mouse.move(900 + 210 * way, 400 - 90 * way, { steps: 12 })
      await mouse.up()
      await page.waitForTimeout(PAUSE_MS)
    }
    await mouse.wheel(0, zoom < ZOOMS - 2 ? 100 : -300)
    await page.waitForTimeout(2 * PAUSE_MS)
  }
  await page.waitForLoadState('networkidle')
  const { tasks, shift }: Watched = await page.evaluate(() => Object(window).watched)
  return {
    longestTask: Math.max(0, ...tasks),
    longTasks: tasks.length,
    layoutShift: shift,
  }
}
