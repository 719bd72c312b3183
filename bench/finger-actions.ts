import type { Locator, Page } from '@playwright/test'
import { CONVERSATIONS, MESSAGES, PLACE } from './busy-rows.ts'
import type { Screen, WatchedPage } from './watched-page.ts'

/** What somebody does on a page again and again. */
export interface FingerAction {
  name: string
  who: 'visitor' | 'member' | 'admin'
  screen: Screen
  path: string
  /** There once the page can be used. */
  there: string
  /** Before the first round, on a fast processor. */
  begin?: (page: Page) => Promise<unknown>
  /** Before each round, unmeasured. */
  prepare?: (page: Page, round: number) => Promise<unknown>
  act: (page: Page, round: number) => Promise<unknown>
}

/** What scrolls, and is looked at while it does. */
export interface FingerScroll extends Pick<FingerAction, 'name' | 'who' | 'screen' | 'path'> {
  there: string
  /** The element that scrolls. */
  box: string
  /** Which way the content is read on. */
  way: 'down' | 'up'
  /** Ends within a pull, so that every other one leads back. */
  isShort?: true
  /** Before the first round, on a fast processor. */
  begin?: (page: Page) => Promise<unknown>
}

const KEY_MS = 120
const PULL_PX = 6000
const PULL_PX_A_SECOND = 2000
const LOADED_WITHIN_MS = 240_000
const MAP = `/map?lat=${PLACE.latitude}&lng=${PLACE.longitude}`
const STICKER = '#map-panel [data-sticker]'
const CONVERSATION = 'main nav li a'
const INBOX_LIST = 'main nav:has(li a)'
const MESSAGE_LIST = 'main section section[tabindex="0"]'
const INBOX = '/profile/inbox'
const ORDERS = '/admin/orders?size=100'
const BOX = 'tbody input[type=checkbox]'
const STATUS = 'main fieldset button'

const click = (target: Locator) => target.click()
const typeInto = (page: Page, field: string, text: string) =>
  page.locator(field).first().pressSequentially(text, { delay: KEY_MS })
const empty = (page: Page, field: string) => page.locator(field).first().fill('')

async function closePanel(page: Page): Promise<void> {
  const panel = page.locator('#map-panel')
  if (await panel.isVisible()) await panel.locator('header button').last().click()
}

async function openStickers(page: Page): Promise<void> {
  if ((await page.locator(STICKER).count()) > 0) return
  await closePanel(page)
  await page.locator('[data-filter-button]').click()
  await page.locator(STICKER).first().waitFor()
}

/** The middle of a single letterbox on the map that nothing lies on, once there is one. */
async function freeLetterbox(page: Page, round: number): Promise<{ x: number; y: number }> {
  const found = await page.waitForFunction((round) => {
    const places = [...document.querySelectorAll('.ll-marker:not(.ll-cluster-marker)')]
      .map((marker) => {
        const { left, right, top, bottom } = marker.getBoundingClientRect()
        return { marker, x: (left + right) / 2, y: (top + bottom) / 2 }
      })
      .filter(({ marker, x, y }) => marker.contains(document.elementFromPoint(x, y)))
      .map(({ x, y }) => ({ x, y }))
    return places[round % places.length]
  }, round)
  const place = await found.jsonValue()
  if (!place) throw new Error('No letterbox can be pressed')
  return place
}

/** Scrolls to the end of a list that loads on as it is scrolled, until it has all its rows, and back. */
async function loadAll(
  page: Page,
  box: string,
  { way, rows }: { way: 'down' | 'up'; rows: number },
) {
  await page.waitForFunction(
    ({ box, way, rows }) => {
      const list = document.querySelector(box)
      if (!list) return false
      // A list says how many rows it has once it knows.
      const size = Number(list.querySelector('li[aria-setsize]')?.getAttribute('aria-setsize'))
      const isWhole = size >= rows
      const end = way === 'up' ? 0 : list.scrollHeight
      list.scrollTop = isWhole ? list.scrollHeight - end : end
      return isWhole
    },
    { box, way, rows },
    { polling: 50, timeout: LOADED_WITHIN_MS },
  )
}

const loadInbox = (page: Page) => loadAll(page, INBOX_LIST, { way: 'down', rows: CONVERSATIONS })

async function openLongest(page: Page): Promise<void> {
  await page.locator(CONVERSATION).first().click()
  await page.locator(MESSAGE_LIST).waitFor()
}

async function loadLongest(page: Page): Promise<void> {
  await openLongest(page)
  await loadAll(page, MESSAGE_LIST, { way: 'up', rows: MESSAGES })
}

async function goToPayment(page: Page): Promise<void> {
  const fields = ['Noa', 'Baumann', 'noa@lend.example', 'Seefeldstrasse 20', '8008', 'Zürich']
  const names = ['firstname', 'lastname', 'email', 'address', 'postcode', 'city']
  for (const [i, name] of names.entries()) {
    await page.locator(`[data-path="${name}"]`).fill(fields[i] ?? '')
  }
  await page.locator('button[type=submit]').click()
  // The address of the next step is there before its screen is.
  await page.locator('[data-path="address"]').waitFor({ state: 'detached' })
  await page.locator('main button').nth(1).click()
  await page.locator('input[type=range]').waitFor()
}

const onMap = { who: 'visitor', screen: 'phone', there: '.ll-marker' } as const
const inInbox = { who: 'member', screen: 'phone', path: INBOX, there: CONVERSATION } as const
const beside = { ...inInbox, screen: 'desktop' } as const
const inOrders = { who: 'admin', screen: 'desktop', path: ORDERS, there: BOX } as const

export const ACTIONS: FingerAction[] = [
  {
    ...onMap,
    name: 'open the list of stickers',
    path: `${MAP}&z=15`,
    prepare: closePanel,
    act: (page) => click(page.locator('[data-filter-button]')),
  },
  {
    ...onMap,
    name: 'search a sticker',
    path: `${MAP}&z=15`,
    begin: openStickers,
    prepare: (page) => empty(page, '#map-panel input[type=search]'),
    act: (page) => typeInto(page, '#map-panel input[type=search]', 'bohrm'),
  },
  {
    ...onMap,
    name: 'choose a sticker',
    path: `${MAP}&z=15`,
    prepare: openStickers,
    act: (page, round) => click(page.locator(STICKER).nth(round)),
  },
  {
    ...onMap,
    name: 'zoom in and out',
    path: `${MAP}&z=14`,
    begin: closePanel,
    act: async (page) => {
      await page.touchscreen.tap(195, 400)
      await page.touchscreen.tap(195, 400)
      await page.waitForTimeout(700)
      await page.locator('.leaflet-container').press('-')
    },
  },
  {
    ...onMap,
    name: 'open a letterbox',
    path: `${MAP}&z=17`,
    // A letterbox that is opened moves the map.
    prepare: async (page, round) => {
      if (round > 0) await page.reload()
      await page.locator('.ll-marker').first().waitFor()
      await closePanel(page)
    },
    act: async (page, round) => {
      const { x, y } = await freeLetterbox(page, round)
      await page.touchscreen.tap(x, y)
    },
  },
  {
    ...onMap,
    name: 'search a place',
    path: `${MAP}&z=15`,
    begin: closePanel,
    prepare: (page) => empty(page, 'input[role=combobox]'),
    act: (page) => typeInto(page, 'input[role=combobox]', 'schaan'),
  },
  {
    ...onMap,
    name: 'open the menu',
    path: `${MAP}&z=15`,
    begin: closePanel,
    act: (page) => click(page.locator('header button[aria-controls]')),
  },
  {
    ...inInbox,
    name: 'open the inbox',
    path: '/about',
    there: 'main h1',
    prepare: async (page, round) => {
      if (round > 0) await page.goBack()
    },
    act: (page) => click(page.locator(`header a[href="${INBOX}"]`).first()),
  },
  {
    ...inInbox,
    name: 'filter 1,000 conversations',
    begin: loadInbox,
    act: (page, round) => click(page.locator('main search fieldset button').nth((round + 1) % 3)),
  },
  {
    ...inInbox,
    name: 'search 1,000 conversations',
    begin: loadInbox,
    prepare: (page) => empty(page, 'main search input'),
    act: (page) => typeInto(page, 'main search input', 'leite'),
  },
  {
    ...inInbox,
    name: 'open one of 1,000 conversations',
    begin: loadInbox,
    prepare: async (page, round) => {
      if (round > 0) await page.goBack()
      await page.locator(CONVERSATION).nth(3).waitFor()
    },
    act: (page, round) => click(page.locator(CONVERSATION).nth(1 + (round % 4))),
  },
  {
    ...beside,
    name: 'open one of 1,000, beside the list',
    begin: loadInbox,
    act: (page, round) => click(page.locator(CONVERSATION).nth(1 + (round % 5))),
  },
  {
    ...inInbox,
    name: 'open the one of 10,000 messages',
    begin: async (page) => {
      await loadLongest(page)
      await page.goBack()
    },
    prepare: async (page, round) => {
      if (round > 0) await page.goBack()
      await page.locator(CONVERSATION).first().waitFor()
    },
    act: (page) => click(page.locator(CONVERSATION).first()),
  },
  {
    ...inInbox,
    name: 'type a message after 10,000',
    begin: loadLongest,
    prepare: (page) => empty(page, 'main textarea'),
    act: (page) => typeInto(page, 'main textarea', 'gern um 6'),
  },
  {
    ...beside,
    name: 'type a message, beside 1,000 conversations',
    begin: async (page) => {
      await loadInbox(page)
      await loadLongest(page)
    },
    prepare: (page) => empty(page, 'main textarea'),
    act: (page) => typeInto(page, 'main textarea', 'gern um 6'),
  },
  {
    ...beside,
    name: 'send a message after 10,000',
    begin: async (page) => {
      await loadInbox(page)
      await loadLongest(page)
    },
    prepare: (page, round) => page.locator('main textarea').fill(`Bis bald, ${round}`),
    act: (page) => click(page.locator('main form button[type=submit]')),
  },
  {
    ...onMap,
    name: 'choose a product',
    path: '/order',
    there: 'main a[href*="pid=1"]',
    prepare: async (page, round) => {
      if (round > 0) await page.goBack()
    },
    act: (page) => click(page.locator('main a[href*="pid=1"]').first()),
  },
  {
    ...onMap,
    name: 'type an address',
    path: '/order/StepTwo?pid=1',
    there: '[data-path="address"]',
    prepare: (page) => empty(page, '[data-path="address"]'),
    act: (page) => typeInto(page, '[data-path="address"]', 'Seefeld 2'),
  },
  {
    ...onMap,
    name: 'choose an amount',
    path: '/order/StepTwo?pid=1',
    there: '[data-path="address"]',
    act: (page, round) => click(page.locator('main label:has(input[type=radio])').nth(round % 4)),
  },
  {
    ...onMap,
    name: 'move what is paid',
    path: '/order/StepTwo?pid=1',
    there: '[data-path="address"]',
    begin: goToPayment,
    act: async (page, round) => {
      const slider = page.locator('input[type=range]')
      const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
      await slider.click({ position: { x: width * (0.4 + 0.05 * round), y: height / 2 } })
      for (let steps = 0; steps < 5; steps++) await slider.press('ArrowRight')
    },
  },
  {
    ...inOrders,
    name: 'tick ten orders',
    prepare: async (page) => {
      const ticked = page.locator(`${BOX}:checked`)
      while ((await ticked.count()) > 0) await ticked.first().click()
    },
    act: async (page, round) => {
      for (let i = 0; i < 10; i++) await click(page.locator(BOX).nth(10 * (round % 8) + i))
    },
  },
  {
    ...inOrders,
    name: 'tick all orders of a page',
    act: (page) => click(page.locator('thead input[type=checkbox]')),
  },
  {
    ...inOrders,
    name: 'sort a table',
    act: (page, round) => click(page.locator('thead button').nth(round % 3)),
  },
  {
    ...inOrders,
    name: 'narrow a table',
    act: (page, round) => click(page.locator(STATUS).nth((round % 3) + 1)),
  },
  {
    ...inOrders,
    name: 'search orders',
    prepare: (page) => empty(page, 'main input[type=search]'),
    act: (page) => typeInto(page, 'main input[type=search]', 'keller 1'),
  },
  {
    ...inOrders,
    name: 'open an order',
    prepare: async (page, round) => {
      if (round > 0) await page.goBack()
    },
    act: (page, round) => click(page.locator('tbody th a').nth(round)),
  },
]

export const SCROLLS: FingerScroll[] = [
  { ...inInbox, name: 'the inbox, while it loads', box: INBOX_LIST, way: 'down' },
  {
    ...inInbox,
    name: '1,000 conversations',
    box: INBOX_LIST,
    way: 'down',
    begin: loadInbox,
  },
  {
    ...beside,
    name: '1,000 conversations, wide',
    box: INBOX_LIST,
    way: 'down',
    begin: loadInbox,
  },
  {
    ...inInbox,
    name: 'messages, while they load',
    box: MESSAGE_LIST,
    way: 'up',
    begin: openLongest,
  },
  {
    ...inInbox,
    name: '10,000 messages',
    box: MESSAGE_LIST,
    way: 'up',
    begin: loadLongest,
  },
  {
    ...onMap,
    name: 'the list of stickers',
    path: `${MAP}&z=15`,
    box: '#map-panel > div:last-child',
    way: 'down',
    isShort: true,
    begin: openStickers,
  },
]

/**
 * A finger that pulls a list on by a few screens, as fast as one reads over it.
 * @param round the how many-th pull it is, from 0 on
 */
export async function pull(
  { page, cdp }: WatchedPage,
  { name, box, way, isShort }: FingerScroll,
  round: number,
) {
  const isBack = isShort && round % 2 === 1
  const list = page.locator(box)
  const before = await list.evaluate(({ scrollTop }) => scrollTop)
  const { x = 0, y = 0, width = 0, height = 0 } = (await list.boundingBox()) ?? {}
  await cdp.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: ((way === 'down') === !isBack ? -1 : 1) * PULL_PX,
    speed: PULL_PX_A_SECOND,
    gestureSourceType: 'mouse',
  })
  const after = await list.evaluate(({ scrollTop }) => scrollTop)
  if (after === before) throw new Error(`${name} does not scroll`)
}
