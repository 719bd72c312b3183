import { expect, test } from '@playwright/test'
import { AccountScreens } from './drivers/account-screens.ts'
import { freshEmail } from './drivers/api.ts'
import { MapScreen } from './drivers/map-screen.ts'
import { Visitor } from './drivers/visitor.ts'

test('a new letterbox in the region of the street map is placed at its house', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  const account = new AccountScreens(visitor)
  await page.goto('/participate')
  await visitor.tap(account.startRegistration)
  const lia = {
    firstname: 'Lia',
    lastname: 'Beck',
    email: freshEmail(),
    address: 'Landstr. 19',
    postcode: '9494',
    city: 'Schaan',
  }
  await account.fillAccount(lia)
  await account.typeAddress(lia)
  await account.field('profile:fields.country').selectOption('LI')
  await visitor.tap(account.button('accounts:register.submit'))

  // The house was found exactly, so there is no view from afar and no question.
  await expect(account.locationMarker).toBeVisible({ timeout: 30_000 })
  await expect(account.locationScale).toHaveText('30 m')
  const saved = page.waitForRequest(/updateLetterboxLocation/)
  await visitor.tap(account.button('accounts:register.next'))
  const house = { latitude: 47.16623, longitude: 9.50948 }
  expect((await saved).postDataJSON()).toMatchObject(house)
  await expect(account.heading('accounts:register.titles.items')).toBeVisible()
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

test('the search of the map goes to a town, a street and a house, zooming in further each time', async ({
  browser,
}) => {
  const visitor = await Visitor.arrive(browser)
  const { page } = visitor
  await new MapScreen(visitor).open('/map?lat=47.37&lng=8.54&z=12')
  const search = page.getByRole('combobox', { name: visitor.t('map:search.label') })
  const goTo = async (text: string, label: string) => {
    await search.fill(text)
    await page.getByRole('option', { name: label, exact: true }).click()
    const read = (name: string) => new URL(page.url()).searchParams.get(name)
    return { zoom: () => read('z'), latitude: () => Number(read('lat')) }
  }
  const town = await goTo('Vaduz', 'Vaduz, Liechtenstein')
  await expect.poll(town.zoom).toBe('14')
  const street = await goTo('stadtle', 'Städtle, 9490 Vaduz')
  await expect.poll(street.zoom).toBe('17')
  const house = await goTo('Städtle 32 V', 'Städtle 32, 9490 Vaduz')
  await expect.poll(house.zoom).toBe('19')
  await expect.poll(house.latitude).toBeCloseTo(47.1395, 3)
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})
