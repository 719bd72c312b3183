import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Position } from '#platform/shared/geography.ts'
import type { Api, Person } from '../drivers/api.ts'
import { LADDER, LENDERS_MAP, LENDERS_VIEW } from '../drivers/neighbours.ts'
import { pageAt, type Scene, type Screen, shownAt } from './stage.ts'

/** A view of the Bernese Alps, without letterboxes. */
const LONELY = '/map?lat=46.45&lng=7.85&z=15'

const EMBED = `/embed?${LENDERS_VIEW}`

const letterboxPath = (id: string) => `/map/letterbox/${id}`

const spotOf = (api: Api, { letterboxId }: Person) =>
  api.get<Position>(`/letterboxes/getLetterboxById?letterbox_id=${letterboxId}`)

const closePanel = ({ page, t }: Scene) =>
  page.getByRole('button', { name: t('map:panel.close') }).click()

/** The start screen of a visitor, from the filter to the dialog. */
export const MAIN_MAP_SCREENS: Screen[] = [
  {
    name: 'filter',
    who: 'guest',
    show: async ({ map, ladder }) => {
      await map.open()
      await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
      await map.openFilter()
      await expect(map.sticker(ladder)).toBeVisible()
    },
  },
  {
    name: 'map',
    who: 'guest',
    show: async (scene) => {
      await scene.map.open()
      await expect.poll(() => scene.map.markers.count()).toBeGreaterThan(5)
      await closePanel(scene)
      await expect(scene.map.filter).toBeHidden()
    },
  },
  {
    name: 'nearby',
    who: 'guest',
    show: async ({ map, visitor, ladder, cast }) => {
      await map.open(LENDERS_MAP)
      await map.openFilter()
      await visitor.tap(map.sticker(ladder))
      await expect(map.row(cast.lender.address)).toBeVisible()
    },
  },
  {
    name: 'letterbox',
    who: 'guest',
    show: async ({ map, cast, ladder }) => {
      await map.open(letterboxPath(cast.lender.letterboxId))
      await expect(map.borrowButton(ladder)).toBeVisible()
    },
  },
  {
    name: 'borrow-logged-out',
    who: 'guest',
    show: async ({ map, cast, ladder, visitor, borrow }) => {
      await map.open(letterboxPath(cast.lender.letterboxId))
      await visitor.tap(map.borrowButton(ladder))
      await expect(borrow.registerLink).toBeVisible()
    },
  },
]

/** Other states of the map. */
export const MAP_SCREENS: Screen[] = [
  {
    name: 'menu',
    who: 'guest',
    phoneOnly: true,
    show: async ({ map, page, t }) => {
      await map.open()
      await page.getByRole('button', { name: t('layout:menu'), exact: true }).click()
      await expect(page.getByRole('group', { name: t('layout:language') })).toBeVisible()
    },
  },
  {
    name: 'layers',
    who: 'guest',
    show: async (scene) => {
      const { map, page, t } = scene
      await map.open()
      await closePanel(scene)
      await page.getByRole('button', { name: t('map:layers') }).click()
      await expect(page.getByRole('radio', { name: t('map:layer.product') })).toBeVisible()
    },
  },
  {
    name: 'search',
    who: 'guest',
    show: async (scene) => {
      const { map, page, t } = scene
      await map.open()
      await closePanel(scene)
      await page.getByRole('combobox', { name: t('map:search.label') }).fill('Zürich')
      await expect(page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'filter-search-guess',
    who: 'guest',
    show: async ({ map, page, t }) => {
      await map.open()
      await map.openFilter()
      await page.getByRole('searchbox', { name: t('items:searchLabel') }).fill('xylofon')
      await expect(page.getByText(/xylofon/).first()).toBeVisible()
    },
  },
  shownAt('several-stickers', 'guest', `/map?sticker=${LADDER.id},2&match=any`, ({ map }) =>
    map.match('any'),
  ),
  {
    name: 'house',
    who: 'guest',
    show: async ({ map, page, t, api, cast: { silent } }) => {
      const neighbour = await api.registerNeighbour([LADDER.id])
      // A random spot in the mountains, without letterboxes from other tests.
      const spot = {
        latitude: 46.5 + randomInt(10_000) / 1e5,
        longitude: 8 + randomInt(10_000) / 1e5,
      }
      for (const { token } of [silent, neighbour])
        await api.post('/letterboxes/updateLetterboxLocation', { ...spot, certain: true }, token)
      await map.open(`/map?lat=${spot.latitude}&lng=${spot.longitude}&z=19`)
      await map.map.getByRole('button', { name: t('map:marker.house', { count: 2 }) }).click()
      const house = page.getByRole('region', { name: t('map:panel.nearbyHouse') })
      await expect(house.getByRole('listitem')).toHaveCount(2)
    },
  },
  shownAt('nobody-nearby', 'guest', `${LONELY}&sticker=${LADDER.id}`, ({ page, t }) =>
    page.getByText(t('letterboxes:nearby.nobodyLends')),
  ),
  {
    name: 'wish-form',
    who: 'guest',
    show: async ({ map, page, t }) => {
      await map.open(`${LONELY}&sticker=${LADDER.id}`)
      await page.getByRole('button', { name: t('wishes:offer.tellMe') }).click()
      await expect(page.getByLabel(t('wishes:form.email'))).toBeVisible()
    },
  },
  shownAt('unknown-letterbox', 'guest', '/map/letterbox/nobody', ({ account }) =>
    account.heading('letterboxes:overlay.unknownTitle'),
  ),
  {
    name: 'letterbox-failed',
    who: 'guest',
    show: async ({ map, page, account, cast }) => {
      await page.route('**/getLetterboxById*', (route) => route.fulfill({ status: 400 }))
      await map.open(letterboxPath(cast.lender.letterboxId))
      await expect(account.heading('letterboxes:overlay.unknownTitle')).toBeVisible()
    },
  },
  {
    name: 'letterbox-without-messages',
    who: 'guest',
    show: async ({ map, page, t, cast }) => {
      await map.open(letterboxPath(cast.silent.letterboxId))
      await expect(page.getByText(t('letterboxes:hint.noMessages'))).toBeVisible()
    },
  },
  {
    name: 'report',
    who: 'guest',
    show: async ({ map, account, cast, visitor }) => {
      await map.open(letterboxPath(cast.lender.letterboxId))
      await account.button('letterboxes:overlay.report').click()
      await visitor.tap(account.button('reports:send'))
      await expect(account.field('reports:email')).toHaveAttribute('aria-invalid', 'true')
    },
  },
  {
    name: 'offline-map',
    who: 'guest',
    show: async ({ map, visitor, page }) => {
      await map.open(LENDERS_MAP)
      await expect.poll(() => map.markers.count()).toBeGreaterThan(5)
      await visitor.network.goDown()
      await map.panOn()
      await expect(page.getByRole('status').filter({ hasText: /\d{4}/ })).toBeVisible()
    },
  },
  shownAt('embed', 'guest', EMBED, ({ map }) => map.markers.first()),
  {
    name: 'embed-letterbox',
    who: 'guest',
    show: async ({ map, page, t, api, cast }) => {
      const { latitude, longitude } = await spotOf(api, cast.lender)
      await page.goto(`/embed?lat=${latitude}&lng=${longitude}&z=19`)
      await map.markers.first().press('Enter')
      await expect(page.getByRole('region', { name: t('share:embed.letterbox') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('share:embed.ask') }).first()).toBeVisible()
    },
  },
  shownAt('resellers', 'guest', '/resellers', ({ map }) => map.markers.first()),
  {
    name: 'reseller-card',
    who: 'guest',
    show: async ({ page, map, t }) => {
      await page.goto('/resellers')
      await expect(map.markers.first()).toBeAttached()
      const list = page.getByRole('list', { name: t('resellers:list') })
      if (!(await list.isVisible()))
        await page.getByRole('main').locator('button[aria-expanded]').first().click()
      await list.getByRole('button').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  pageAt('not-found', 'guest', '/hier/ist/nichts', 'layout:notFound.title'),
]
