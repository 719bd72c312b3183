import { expect, test } from '@playwright/test'
import type { Language } from '#platform/shared/languages.ts'
import { Crowd, crowdedView } from './drivers/crowd.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { DESKTOP, Visitor } from './drivers/visitor.ts'

const LARGE = { width: 2560, height: 1440 }
/** The map draws an area this much larger than the view, enough for a short pan. */
const DRAWN = 1.5 ** 2
/** Space in CSS pixels around each badge that keeps it readable. */
const ROOM = 100
/** A few comparisons per badge; comparing all pairs of edges would take millions. */
const MOST_COMPARISONS = 20_000

for (const viewport of [DESKTOP, LARGE]) {
  const { width, height } = viewport
  test(`a map with 20,000 letterboxes in one town is usable in ${width}x${height}`, async ({
    browser,
  }) => {
    const visitor = await Visitor.arrive(browser, { viewport })
    const { page } = visitor
    const map = new MapScreen(visitor)
    const crowd = await Crowd.on(page, 20_000)
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 5 })
      await page.mouse.up()
    }
    const toAndFro = async () => {
      await drag([width / 2, height / 2], [width * 0.9, height * 0.3])
      await drag([width * 0.9, height * 0.3], [width / 2, height / 2])
    }
    const placings = await crowd.moves(() => map.open(crowdedView(8)))
    for (let zoom = 8; zoom <= 19; zoom++) {
      if (zoom > 8) placings.push(...(await crowd.moves(() => map.map.press('+'))))
      // At lower zoom levels there are only a few badges.
      if (zoom < 13) continue
      placings.push(...(await crowd.moves(toAndFro)))
      expect(await map.badges.count(), `zoom ${zoom}`).toBeLessThan(
        (DRAWN * width * height) / ROOM ** 2,
      )
    }
    expect(Math.max(...placings.map(({ badges }) => badges))).toBeGreaterThan(50)
    for (const { comparisons } of placings) expect(comparisons).toBeLessThan(MOST_COMPARISONS)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
}

test('clusters are placed at their letterboxes, in each language and loading order', async ({
  browser,
}) => {
  const badgesIn = async (language: Language, together?: number) => {
    const visitor = await Visitor.arrive(browser, { language, viewport: DESKTOP })
    const map = new MapScreen(visitor)
    const crowd = await Crowd.on(visitor.page, 300, together)
    await crowd.moves(() => map.open(crowdedView(13)))
    const badges = await map.placesOfBadges()
    await visitor.leave()
    return { badges, asked: crowd.asked }
  }
  const { badges, asked } = await badgesIn('de')
  expect(badges.length).toBeGreaterThan(3)
  expect((await badgesIn('en', asked)).badges).toEqual(badges)
})

test('the name of a town is legible beside the badge of its letterboxes', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { viewport: DESKTOP })
  const map = new MapScreen(visitor)
  const crowd = await Crowd.on(visitor.page, 300)
  await crowd.moves(() => map.open(crowdedView(8)))
  // The only badge on the map, so it moves only for the name of the town.
  await expect(map.badges).toHaveCount(1)
  await expect(map.badges).toHaveClass(/is-moved/)
  const shift = await map.badges.evaluate((badge) => badge.style.translate)
  expect(Math.hypot(...shift.split(' ').map(Number.parseFloat))).toBeLessThan(60)
  await visitor.leave()
})
