import { expect, type Locator, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER, LENDERS_MAP } from './drivers/neighbours.ts'
import { Visitor } from './drivers/visitor.ts'

const PASSWORD = 'vier Briefkästen im Regen'
const POINTS_PER_MM = 72 / 25.4

/** Size of each page in whole millimetres. */
function pagesOf(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)
  return [...boxes].map(([, ...points]) =>
    points.map((each) => Math.round(Number(each) / POINTS_PER_MM)).join(' x '),
  )
}

test('the owner of a letterbox prints its poster on exactly one sheet', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const owner = await createLender(api, PASSWORD)
  const visitor = await Visitor.arrive(browser)
  const { page, t } = visitor
  await page.goto('/profile')
  await new AccountScreens(visitor).logIn(owner.email, PASSWORD)
  await page.getByRole('link', { name: t('profile:dashboard.poster') }).click()
  await expect(page.getByRole('img', { name: owner.address })).toBeVisible()

  for (const [format, paper] of [
    ['cut', '210 x 297'],
    ['a4', '210 x 297'],
    ['a6', '105 x 148'],
  ]) {
    await page.getByRole('radio', { name: t(`share:poster.${format}`) }).check()
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toEqual([paper])
  }
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('body > [aria-hidden] > div')
  await expect(sheet.getByText(LADDER.de)).toBeVisible()
  await expect(sheet.locator(`img[src$="ladder.svg"], img[src^="data:image/svg"]`)).toHaveCount(2)
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('a printed letterbox and a printed list show what is lent, without the map and without controls', async ({
  browser,
  baseURL,
}) => {
  const lender = await createLender(new Api(baseURL ?? ''), PASSWORD)
  const visitor = await Visitor.arrive(browser)
  const { page, t } = visitor
  const map = new MapScreen(visitor)
  const unprinted = [map.map, page.getByRole('banner'), page.getByRole('combobox')]
  const expectPaper = async (buttons: Locator[]) => {
    for (const each of [...unprinted, ...buttons]) await expect(each).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const each of [...unprinted, ...buttons]) await expect(each).toBeHidden()
  }

  await map.open(`/map/letterbox/${lender.letterboxId}`)
  const share = page.getByRole('button', { name: t('letterboxes:overlay.share') })
  await expectPaper([map.borrowButton(LADDER.de), share])
  await expect(map.panel.getByRole('heading', { name: lender.address })).toBeVisible()
  await expect(map.panel.getByText(LADDER.de, { exact: true })).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await map.open(LENDERS_MAP)
  await map.openFilter()
  await visitor.tap(map.sticker(LADDER.de))
  await expectPaper([map.pages.getByRole('button').first(), map.addSticker])
  const row = map.row(lender.address)
  await expect(row).toBeVisible()
  // On the screen, pictures say it; for screen readers these words exist in one pixel.
  const words = await row
    .getByText(t('letterboxes:nearby.lends', { names: LADDER.de }))
    .boundingBox()
  expect(words?.height).toBeGreaterThan(12)
  await visitor.leave()
})

test('letters are dark on paper, also those of a dark screen', async ({ browser }) => {
  const { page, t } = await Visitor.arrive(browser, { colorScheme: 'dark' })
  await page.goto('/impact')
  const title = page.getByRole('heading', {
    level: 1,
    name: t('impact:title', { brand: 'Letterlend' }),
  })
  await expect(title).toHaveCSS('color', 'rgb(234, 241, 246)')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(title).toHaveCSS('color', 'rgb(22, 50, 79)')
})
