import { expect, test } from '@playwright/test'
import { paths } from '#platform/shared/paths.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { findViolations } from './drivers/axe.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

test('the colours of the system, more contrast and less motion are respected', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const map = new MapScreen(visitor)
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more', reducedMotion: 'reduce' })
  await map.open()
  await expect(map.sticker('Leiter')).toBeVisible()
  // With forced colours, a line instead of a colour marks what is active.
  await expect(map.filterButton).toHaveCSS('outline-style', 'solid')
  await expect(map.filterButton).toHaveCSS('outline-width', '3px')
  expect(await findViolations(visitor, ['color-contrast', 'target-size'])).toEqual([])

  await page.emulateMedia({ forcedColors: 'none' })
  await expect(map.filterButton).toHaveCSS('outline-style', 'none')
  const colours = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--ll-muted', '--ll-field-line', '--ll-ink'].map((name) => style.getPropertyValue(name))
  })
  expect(new Set(colours).size).toBe(1)
  // Animations without duration do not count; they exist for one frame after the colours change.
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map(({ effect }) => effect instanceof KeyframeEffect && effect.target?.className),
  )
  expect(moving).toEqual([])
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('a slow screen shows its outline, before the app runs and within it', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const account = new AccountScreens(visitor)
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/login-page-.*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await expect(page.locator('#shell[data-shell="form"] .shape')).toBeVisible()
  arrive()
  await expect(account.heading('accounts:login.title')).toBeVisible()
  await expect(page.locator('#shell')).toBeHidden()

  let come = () => {}
  const late = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/participate-page-.*\.js$/, async (route) => {
    await late
    await route.continue()
  })
  await page.getByRole('link', { name: visitor.t('layout:participate') }).click()
  const shape = page.locator('main [data-shell="cards"] .shape')
  await expect(shape).toBeVisible()
  come()
  await expect(account.heading('accounts:participate.title')).toBeVisible()
  await expect(shape).toBeHidden()

  await page.getByRole('link', { name: visitor.t('accounts:participate.noStickers.order') }).click()
  await expect(account.heading('orders:order.title')).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(visitor.t('orders:order.title')))
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('the stickers to choose from fit a phone with text of twice the size', async ({ browser }) => {
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const { page } = visitor
  await page.goto(paths.login(paths.updateLetterBoxItems()))
  await new AccountScreens(visitor).logIn('demo@letterlend.example', 'letterlend-demo')
  await expect(page.getByRole('button', { pressed: true }).first()).toBeVisible()
  const overhang = await page.evaluate(() => {
    const page = document.documentElement
    page.style.fontSize = '200%'
    return page.scrollWidth - page.clientWidth
  })
  expect(overhang).toBeLessThanOrEqual(0)
  await visitor.leave()
})
