import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './server-process.ts'

/** Waits until images are decoded, fonts are loaded, and everything is painted. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const visibleImages = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < window.innerHeight
    })
    // Decoding never ends for an image that is replaced while it loads.
    const late = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([Promise.allSettled(visibleImages.map((image) => image.decode())), late])
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Saves a screenshot for a person to look at; nothing is compared. */
export async function takePicture(page: Page, set: string, name: string): Promise<void> {
  const folder = join(ROOT, 'e2e', 'screenshots', set)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
