import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { Api } from './drivers/api.ts'
import { createLender } from './drivers/neighbours.ts'
import { screensOfMainPath, settle, takePicture } from './drivers/screens.ts'
import type { Language } from './drivers/texts.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

interface Look {
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  /** What can differ from the look before; undefined for everything. */
  rules?: string[]
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Everything once in each size, colours in both schemes; the other languages change only texts. */
const LOOKS: Record<Language, Look[]> = {
  de: [
    { viewport: PHONE, colorScheme: 'light' },
    { viewport: PHONE, colorScheme: 'dark', rules: COLOURS },
    { viewport: DESKTOP, colorScheme: 'dark' },
    { viewport: DESKTOP, colorScheme: 'light', rules: COLOURS },
  ],
  en: [{ viewport: DESKTOP, colorScheme: 'light' }],
  fr: [{ viewport: PHONE, colorScheme: 'dark' }],
}

/** Where looks differ most; the other screens are built of the same parts. */
const MAIN = new Set([
  'filter',
  'nearby',
  'letterbox',
  'borrow',
  'inbox',
  'conversation',
  'profile',
])

/**
 * Of two markers that cover each other the lower one is too small to hit. WCAG 2.5.8 exempts pins
 * on a map, and the list beside it has the same letterboxes. What lies under something else, such
 * as a skip link until it has the focus, is no target at all.
 */
async function isExempt(visitor: Visitor, selector: string): Promise<boolean> {
  return visitor.page.locator(selector).evaluate((element, map) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(x + width / 2, y + height / 2)
    return element.closest(`[aria-label="${map}"]`) !== null || !element.contains(hit)
  }, visitor.t('map:mapLabel'))
}

async function findViolations(visitor: Visitor, rules: string[] | undefined): Promise<string[]> {
  // One page is all there is: no frame to look into, and so no second page to collect in.
  const axe = new AxeBuilder({ page: visitor.page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze()
  const found: string[] = []
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const selector = target.join(' ')
      if (id !== 'target-size' || !(await isExempt(visitor, selector)))
        found.push(`${id}: ${selector}`)
    }
  }
  return found
}

for (const [language, looks] of Object.entries(LOOKS) as [Language, Look[]][]) {
  test(`axe finds nothing on any screen of the main path, in ${language}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(420_000)
    const api = new Api(baseURL ?? '')
    const lender = await createLender(api, 'elf Siebe im Sand')
    const [first] = looks as [Look]
    const visitor = await Visitor.arrive(browser, { language, ...first })
    const show = async ({ viewport, colorScheme }: Look) => {
      await visitor.page.setViewportSize(viewport)
      await visitor.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(visitor.page)
    }
    const found: string[] = []
    for await (const screen of screensOfMainPath(visitor, { api, lender, language })) {
      for (const look of looks) {
        if (look.rules && !MAIN.has(screen)) continue
        await show(look)
        if (!look.rules) {
          const size = look.viewport === PHONE ? 'phone' : 'desktop'
          await takePicture(visitor.page, `${language}-${size}-${look.colorScheme}`, screen)
        }
        const where = `${screen}, ${look.viewport.width}px ${look.colorScheme}`
        const violations = await findViolations(visitor, look.rules)
        found.push(...violations.map((violation) => `${where}: ${violation}`))
      }
      await show(first)
    }
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
}
