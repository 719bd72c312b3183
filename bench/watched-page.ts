import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import type { INPMetricWithAttribution } from 'web-vitals/attribution'

/** A processor so many times slower than this one. */
const SLOWER = 4
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
}
/** What a hand needs between two actions; until then, what an action has begun is done. */
const PAUSE_MS = 600
/** Shorter ones are not told by the browser. */
const SHORTEST_MS = 16
const TOKEN_KEY = 'letterlend.token'
/** As a script that makes a global variable. */
const METRIC_FILE = createRequire(import.meta.url).resolve('web-vitals/attribution')

/** What the slowest interaction since the last reset consisted of, in ms, as web-vitals attributes it. */
export interface Waited {
  value: number
  inputDelay: number
  processing: number
  presentation: number
}

/** The page notes here what happens to it. */
interface Watched {
  inp: Waited | null
  /** When frames were drawn, in ms of `performance.now()`. */
  frames: number[]
}

export type Screen = keyof typeof SCREENS

/** A page on a slow processor that tells how long its fingers waited. */
export class WatchedPage {
  private constructor(
    readonly page: Page,
    readonly context: BrowserContext,
    readonly cdp: CDPSession,
  ) {}

  static async open(browser: Browser, screen: Screen, token: string | null): Promise<WatchedPage> {
    const context = await browser.newContext({
      ...SCREENS[screen],
      locale: 'de-CH',
      serviceWorkers: 'block',
      extraHTTPHeaders: { 'x-forwarded-for': ownNetwork() },
    })
    const page = await context.newPage()
    await page.addInitScript(await readFile(METRIC_FILE, 'utf8'))
    await page.addInitScript(watch, { token, key: TOKEN_KEY, shortest: SHORTEST_MS })
    return new WatchedPage(page, context, await context.newCDPSession(page))
  }

  slowDown(): Promise<unknown> {
    return this.cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  }

  hurry(): Promise<unknown> {
    return this.cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }

  rest(): Promise<void> {
    return this.page.waitForTimeout(PAUSE_MS)
  }

  /** The slowest interaction of what `act` does; zero where none was long enough to be told. */
  async waitsFor(act: () => Promise<unknown>): Promise<Waited> {
    await this.rest()
    // For web-vitals a page that comes back is a new visit, with an INP of its own.
    await this.page.evaluate(() => {
      Object(window).watched.inp = null
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await act()
    await this.rest()
    await this.#settled()
    const { inp } = await this.#watched()
    return inp ?? { value: 0, inputDelay: 0, processing: 0, presentation: 0 }
  }

  /** Milliseconds of each frame while `act` lasts. */
  async framesOf(act: () => Promise<unknown>): Promise<number[]> {
    await this.page.evaluate(() => Object(window).watched.frames.splice(0))
    await act()
    const { frames } = await this.#watched()
    return frames.slice(1).map((at, i) => at - (frames[i] ?? at))
  }

  /** Entries are told after the frame they belong to, and web-vitals looks at them in idle time. */
  async #settled(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const idle = (times: number) =>
            times > 0 ? requestIdleCallback(() => setTimeout(idle, 50, times - 1)) : resolve()
          requestAnimationFrame(() => idle(3))
        }),
    )
  }

  close(): Promise<void> {
    return this.context.close()
  }

  #watched(): Promise<Watched> {
    return this.page.evaluate(() => Object(window).watched)
  }
}

/** Runs in the page, before its own scripts. */
function watch({ token, key, shortest }: { token: string | null; key: string; shortest: number }) {
  if (token !== null) localStorage.setItem(key, token)
  const watched: Watched = { inp: null, frames: [] }
  Object.assign(window, { watched })
  Object(window).webVitals.onINP(
    ({ value, attribution }: INPMetricWithAttribution) => {
      watched.inp = {
        value,
        inputDelay: attribution.inputDelay,
        processing: attribution.processingDuration,
        presentation: attribution.presentationDelay,
      }
    },
    { reportAllChanges: true, durationThreshold: shortest },
  )
  const frame = (now: number) => {
    watched.frames.push(now)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

let networks = 0

/** Each page comes from a network of its own: calls from one are limited. */
function ownNetwork(): string {
  networks++
  return `10.20.${networks >> 8}.${networks & 255}`
}
