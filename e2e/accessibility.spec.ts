import { expect, test } from '@playwright/test'
import { findViolations } from './drivers/axe.ts'
import { settle } from './drivers/picture.ts'
import { LANGUAGES, type Language } from './drivers/texts.ts'
import { DESKTOP, PHONE } from './drivers/visitor.ts'
import { MAIN_SCREENS, SCREENS } from './screens/screens.ts'
import { type Look, type Screen, Stage } from './screens/stage.ts'

/** `rules` limits the check to what can differ from the previous look; undefined checks all rules. */
interface CheckedLook extends Look {
  rules?: string[]
}

const COLOURS = ['color-contrast', 'link-in-text-block']
const SCHEMES = ['light', 'dark'] as const

/** The screens where languages and colours differ most; all other screens use the same components. */
const KEY_SCREENS = MAIN_SCREENS.filter(({ name }) =>
  ['filter', 'nearby', 'letterbox', 'borrow', 'conversation', 'profile'].includes(name),
)

/** The screens where text length and names in another language matter most. */
const TEXT_SCREENS = KEY_SCREENS.filter(({ name }) =>
  ['filter', 'letterbox', 'conversation'].includes(name),
)

/** Each screen once in each size, and colours in both schemes. Other languages change only texts. */
const PARTS: { language: Language; screens: Screen[]; looks: CheckedLook[] }[] = [
  {
    language: 'de',
    screens: MAIN_SCREENS.filter((screen) => !KEY_SCREENS.includes(screen)),
    looks: [
      { viewport: PHONE, colorScheme: 'light' },
      { viewport: DESKTOP, colorScheme: 'dark' },
    ],
  },
  {
    language: 'de',
    screens: KEY_SCREENS,
    looks: [
      { viewport: PHONE, colorScheme: 'light' },
      { viewport: PHONE, colorScheme: 'dark', rules: COLOURS },
      { viewport: DESKTOP, colorScheme: 'dark' },
      { viewport: DESKTOP, colorScheme: 'light', rules: COLOURS },
    ],
  },
  {
    language: 'en',
    screens: TEXT_SCREENS,
    looks: [{ viewport: DESKTOP, colorScheme: 'light' }],
  },
  {
    language: 'fr',
    screens: TEXT_SCREENS,
    looks: [{ viewport: PHONE, colorScheme: 'dark' }],
  },
]

/** Shows each screen in each look and returns the violations that axe finds. */
async function check(stage: Stage, screens: Screen[], looks: CheckedLook[]): Promise<string[]> {
  const problems: string[] = []
  for (const screen of screens) {
    const visitor = await stage.show(screen)
    if (!visitor) continue
    const { page } = visitor
    // The look that the stage was opened with comes last, because the next screen begins with it.
    for (const { viewport, colorScheme, rules } of [...looks.slice(1), ...looks.slice(0, 1)]) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await settle(page)
      const violations = await findViolations(visitor, rules)
      const where = `${screen.name}, ${viewport.width}px ${colorScheme}`
      problems.push(...violations.map((violation) => `${where}: ${violation}`))
    }
  }
  return problems
}

PARTS.forEach(({ language, screens, looks }, part) => {
  test(`axe finds nothing on the screens of the main path, in ${language}, part ${part + 1}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(420_000)
    const stage = await Stage.open(browser, baseURL, language, looks[0] as Look)
    expect(await check(stage, screens, looks)).toEqual([])
    expect(stage.complaints).toEqual([])
    await stage.leave()
  })
})

for (const language of LANGUAGES) {
  for (const viewport of [PHONE, DESKTOP]) {
    test(`axe finds nothing on any screen, in ${language}, ${viewport.width}px`, {
      tag: '@axe',
    }, async ({ browser, baseURL }) => {
      test.setTimeout(3_600_000)
      const looks = SCHEMES.map((colorScheme) => ({ viewport, colorScheme }))
      const stage = await Stage.open(browser, baseURL, language, looks[0] as Look)
      const problems: string[] = []
      for (const screen of SCREENS) {
        // A screen that fails to open does not prevent the others from being checked.
        const result = await check(stage, [screen], looks).catch((error: Error) => [
          `${screen.name} cannot be shown: ${error.message}`,
        ])
        problems.push(...result)
      }
      expect(problems).toEqual([])
      await stage.leave()
    })
  }
}
