import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from './server-process.ts'

/** Pictures decoded, fonts there, nothing left to be painted. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const visibleImages = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < window.innerHeight
    })
    // A picture that is replaced while it loads never ends.
    const late = new Promise((resolve) => setTimeout(resolve, 2_000))
    await Promise.race([Promise.allSettled(visibleImages.map((image) => image.decode())), late])
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  })
}

/** Writes a picture of the screen for a person to look at; nothing is compared. */
export async function takePicture(page: Page, set: string, name: string): Promise<void> {
  const folder = join(ROOT, 'e2e', 'screenshots', set)
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
