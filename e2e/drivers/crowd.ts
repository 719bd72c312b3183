import { expect, type Page } from '@playwright/test'
import {
  CROWDED_TOWN,
  town,
} from '#features/places/letterboxes/map-index/server/letterbox-index.fixtures.ts'
import { LetterboxIndex } from '#features/places/letterboxes/map-index/server/letterbox-index.ts'

const SEED = 20
/** Longer than the badges wait for the map to stop moving. */
const QUIET_MS = 400

export const crowdedView = (zoom: number) =>
  `/map?lat=${CROWDED_TOWN.latitude}&lng=${CROWDED_TOWN.longitude}&z=${zoom}`

export interface Placing {
  badges: number
  comparisons: number
}

/** A map with many letterboxes of one town: tile requests are answered from a separate index, as the server would. */
export class Crowd {
  readonly #page: Page
  readonly #together: number
  #waiting: (() => Promise<void>)[] = []
  #asked = 0
  #answered = 0

  private constructor(page: Page, together: number) {
    this.#page = page
    this.#together = together
  }

  /** @param together how many tile requests are answered at once, the last one first */
  static async on(page: Page, letterboxes: number, together = 1): Promise<Crowd> {
    const index = new LetterboxIndex(town(letterboxes, SEED))
    const crowded = new Crowd(page, together)
    await page.route(/\/letterboxes\/tiles\/\d+\/\d+\/\d+/, (route) => {
      const { pathname } = new URL(route.request().url())
      const [z = 0, x = 0, y = 0] = pathname.split('/').slice(-3).map(Number)
      return crowded.#answer(() => route.fulfill({ json: index.tile(z, x, y) }))
    })
    await page.addInitScript(() => {
      const placings: unknown[] = []
      Object.assign(window, { placings, placedAt: 0 })
      new PerformanceObserver((list) => {
        for (const { name, detail } of list.getEntries() as PerformanceMeasure[]) {
          if (name !== 'll-placing') continue
          placings.push(detail)
          Object.assign(window, { placedAt: performance.now() })
        }
      }).observe({ type: 'measure' })
    })
    return crowded
  }

  /** Tile requests so far. */
  get asked(): number {
    return this.#asked
  }

  async #answer(answer: () => Promise<void>): Promise<void> {
    this.#asked++
    this.#waiting.push(answer)
    if (this.#waiting.length < this.#together) return
    for (const next of this.#waiting.splice(0).reverse()) {
      this.#answered++
      // Cancelled requests get no response.
      await next()
    }
  }

  /**
   * Runs an action that moves the map, then waits until all tiles are loaded and the badges have settled.
   * @returns the cost of each placement of the badges meanwhile
   */
  async moves(move: () => Promise<void>): Promise<Placing[]> {
    await this.#placed()
    await move()
    await expect
      .poll(
        async () => {
          const { count, quiet } = await this.#page.evaluate(() => {
            const { placings, placedAt } = Object(window)
            return { count: placings.length, quiet: performance.now() - placedAt }
          })
          return count > 0 && quiet > QUIET_MS && this.#asked === this.#answered
        },
        { intervals: [100] },
      )
      .toBe(true)
    return this.#placed()
  }

  #placed(): Promise<Placing[]> {
    return this.#page.evaluate(() => Object(window).placings?.splice(0) ?? [])
  }
}
