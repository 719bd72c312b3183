import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { paths } from '#platform/shared/paths.ts'
import { AccountScreens } from './drivers/account-screens.ts'
import { Api } from './drivers/api.ts'
import { InboxScreen } from './drivers/inbox-screen.ts'
import { MapScreen, shows } from './drivers/map-screen.ts'
import { LADDER } from './drivers/neighbours.ts'
import { settle } from './drivers/picture.ts'
import { ROOT } from './drivers/server-process.ts'
import { LANGUAGES, type Language } from './drivers/texts.ts'
import { DESKTOP, PHONE, Visitor } from './drivers/visitor.ts'

const PASSWORD = 'letterlend-demo'
const DEMO = { lender: 'demo@letterlend.example', admin: 'admin@letterlend.example' }
const VADUZ = paths.map({ lat: 47.1405, lng: 9.5209, z: 17 })
const IN_A_WEEK = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10)
const LADDERS = paths.map({ lat: 47.1405, lng: 9.5209, z: 15, sticker: LADDER.id })
const LADDERS_IN_A_WEEK = `${LADDERS}&from=${IN_A_WEEK}&until=${IN_A_WEEK}`
/** Narrower than a full window, so that its text stays readable in the documentation. */
const LAPTOP = { width: 1100, height: 780 }

/** A screenshot of a page of the demo community. */
interface Picture {
  name: string
  who: 'guest' | keyof typeof DEMO
  path: string
  phone?: true
  /** Visible once the screen is ready. */
  shown: (visitor: Visitor) => Locator
  /** A conversation to open first. */
  conversation?: RegExp
}

const title = (key: string) => (visitor: Visitor) =>
  visitor.page.getByRole('heading', { name: visitor.t(key), exact: true }).first()
const markers = (visitor: Visitor) => new MapScreen(visitor).markers.nth(5)
const field = (visitor: Visitor) => new InboxScreen(visitor).field
const pressed = ({ page }: Visitor) =>
  page.getByRole('main').getByRole('button', { pressed: true }).first()

const PICTURES: Picture[] = [
  { name: 'map', who: 'guest', path: VADUZ, shown: markers },
  { name: 'map-phone', who: 'guest', path: VADUZ, shown: markers, phone: true },
  {
    name: 'when',
    who: 'guest',
    path: LADDERS_IN_A_WEEK,
    shown: ({ page, t }) => page.getByRole('button', { name: t('letterboxes:when.clear') }),
  },
  { name: 'stickers', who: 'lender', path: paths.updateLetterBoxItems(), shown: pressed },
  {
    name: 'conversation',
    who: 'lender',
    path: paths.inbox(),
    shown: field,
    conversation: /raclette/i,
  },
  {
    name: 'on-your-site',
    who: 'guest',
    path: paths.onYourSite(),
    shown: ({ page }) => page.frameLocator('iframe').locator('.leaflet-marker-icon').nth(5),
  },
  {
    name: 'slips',
    who: 'lender',
    path: paths.ownFlyers(),
    shown: title('flyers:own.title'),
  },
  {
    name: 'overview',
    who: 'admin',
    path: adminPaths.screen('overview'),
    shown: title('admin-overview:lenders.title'),
  },
  {
    name: 'reports',
    who: 'admin',
    path: adminPaths.screen('reports'),
    shown: title('admin:screens.reports'),
  },
  {
    name: 'announcement',
    who: 'admin',
    path: adminPaths.screen('announcements', 'new'),
    shown: ({ page, t }) =>
      page.getByRole('region', { name: t('admin-announcements:form.preview') }),
  },
  {
    name: 'invitations',
    who: 'admin',
    path: adminPaths.screen('invitations'),
    shown: title('admin:screens.invitations'),
  },
  {
    name: 'orders',
    who: 'admin',
    path: adminPaths.screen('orders'),
    shown: title('admin-orders:title'),
  },
]

/** Opens the screen of the picture. */
async function arrive(browser: Browser, api: Api, picture: Picture, language: Language) {
  const { name, who, path, phone, shown, conversation } = picture
  const viewport = phone ? PHONE : name === 'map' ? DESKTOP : LAPTOP
  const visitor = await Visitor.arrive(browser, { language, viewport })
  const { page } = visitor
  if (who === 'guest') await page.goto(path)
  else {
    const login = { email: DEMO[who], password: PASSWORD }
    const { api_token: token } = await api.post<{ api_token: string }>('/auth/login', login)
    await api.post('/userSettings/update', { lang: language }, token)
    await page.goto(paths.login(path))
    await new AccountScreens(visitor).logIn(login.email, login.password)
  }
  if (conversation) await page.getByRole('link', { name: conversation }).first().click()
  await expect(shown(visitor)).toBeVisible()
  if (who === 'guest') await page.waitForLoadState('networkidle')
  if (path === VADUZ) await expect.poll(() => shows(page, 'houses')).toBe(true)
  await settle(page)
  return visitor
}

/** A screenshot once nothing changes any more: a map is painted piece by piece. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = ''
  await expect(async () => {
    const before = last
    last = (await page.screenshot({ type: 'jpeg', quality: 80 })).toString('base64')
    expect(last === before).toBe(true)
  }).toPass({ intervals: [1_000] })
  return Buffer.from(last, 'base64')
}

// Sequential, because an account has only one language at a time.
test('pictures of the documentation @pictures', async ({ browser, baseURL }) => {
  test.setTimeout(1_200_000)
  const api = new Api(baseURL ?? '')
  for (const language of LANGUAGES) {
    const folder = join(ROOT, 'docs', 'pictures', language)
    mkdirSync(folder, { recursive: true })
    for (const picture of PICTURES) {
      const visitor = await arrive(browser, api, picture, language)
      writeFileSync(join(folder, `${picture.name}.jpg`), await stillPicture(visitor.page))
      await visitor.leave()
    }
  }
})
