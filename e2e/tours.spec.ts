import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { BorrowDialog } from './drivers/borrow-dialog.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { createLender, LADDER } from './drivers/neighbours.ts'
import { Tour } from './drivers/tour.ts'
import { PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'sieben Laternen am Quai'

test('the tours run once for a new member on a phone and cover nothing that is needed', async ({
  browser,
  baseURL,
}) => {
  const api = new Api(baseURL ?? '')
  const lender = await createLender(api, PASSWORD)
  const { email } = await api.register()
  const token = await api.confirm(email)
  await api.post('/auth/setPassword', { password: PASSWORD }, token)
  await api.post('/privacy/update', { enable_messaging: true }, token)
  const visitor = await Visitor.arrive(browser, { viewport: PHONE })
  const { keyboard } = visitor.page
  const map = new MapScreen(visitor)
  const tour = new Tour(visitor)
  const search = tour.words('map.search')
  const letterboxes = tour.words('map.letterboxes')

  await test.step('the map, by keyboard', async () => {
    await visitor.page.goto('/auth/login')
    await new AccountScreens(visitor).logIn(email, PASSWORD)
    // A press outside may be meant for the page behind it. It hides the tour until the next visit.
    await expect(tour.button('next')).toBeFocused()
    await visitor.page.mouse.click(200, 400)
    await expect(search).toBeHidden()
    await visitor.page.reload()
    await expect(tour.button('next')).toBeFocused()
    expect(await tour.covers(search, map.filterButton)).toBe(false)
    await keyboard.press('Enter')
    await expect(letterboxes).toBeVisible()
    // Until the focus has moved there, the tour handles no keys.
    await expect(tour.button('done')).toBeFocused()
    await keyboard.press('ArrowLeft')
    await expect(search).toBeVisible()
    for (let presses = 0; presses < 6; presses++) await keyboard.press('Tab')
    await expect(search.locator(':focus')).toBeVisible()
    await keyboard.press('Escape')
    await expect(search).toBeHidden()
  })

  await test.step('the letterbox: the button can be pressed while it is explained', async () => {
    await map.open(`/map/letterbox/${lender.letterboxId}`)
    const words = tour.words('letterbox.borrow')
    await expect(words).toBeVisible()
    expect(await tour.covers(words, map.borrowButton(LADDER.de))).toBe(false)
    await visitor.page.setViewportSize({ width: 640, height: 360 })
    await expect.poll(() => tour.covers(words, map.borrowButton(LADDER.de))).toBe(false)
    await visitor.page.setViewportSize(PHONE)
    await visitor.tap(map.borrowButton(LADDER.de))
    await expect(new BorrowDialog(visitor).message).toBeVisible()
    await expect(words).toBeHidden()
  })

  await expect
    .poll(() => api.get('/userSettings', token))
    .toMatchObject({ tour_map_seen: true, tour_letterbox_seen: true })
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
