import { test } from '@playwright/test'
import { Api } from './drivers/api.ts'
import { createLender } from './drivers/neighbours.ts'
import { screensOfMainPath, settle, takePicture } from './drivers/screens.ts'
import { LANGUAGES } from './drivers/texts.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

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
        test.setTimeout(180_000)
        const api = new Api(baseURL ?? '')
        const lender = await createLender(api, 'zwölf Rahmen an der Wand')
        const visitor = await Visitor.arrive(browser, { language, viewport, colorScheme })
        for await (const screen of screensOfMainPath(visitor, { api, lender, language })) {
          await settle(visitor.page)
          await takePicture(visitor.page, set, screen)
        }
        await visitor.leave()
      })
    }
  }
}
