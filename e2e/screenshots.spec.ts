import { test } from '@playwright/test'
import { takePicture } from './drivers/picture.ts'
import { LANGUAGES } from './drivers/texts.ts'
import { DESKTOP, PHONE } from './drivers/visitor.ts'
import { SCREENS } from './screens/screens.ts'
import { Stage } from './screens/stage.ts'

const SIZES = { phone: PHONE, desktop: DESKTOP }
const SCHEMES = ['light', 'dark'] as const

for (const language of LANGUAGES) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of SCHEMES) {
      const set = `${language}-${size}-${colorScheme}`
      test(`pictures of every screen, ${set}`, { tag: '@screenshots' }, async ({
        browser,
        baseURL,
      }) => {
        test.setTimeout(600_000)
        const stage = await Stage.open(browser, baseURL, language, { viewport, colorScheme })
        for (const screen of SCREENS) {
          const visitor = await stage.show(screen)
          if (visitor) await takePicture(visitor.page, set, screen.name)
        }
        await stage.leave()
      })
    }
  }
}
