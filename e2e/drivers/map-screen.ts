import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { isMapScreen } from '#platform/shared/paths.ts'
import type { LetterboxRow } from './api.ts'
import type { Visitor } from './visitor.ts'

export interface NearbyAnswer {
  query: URLSearchParams
  letterboxes: LetterboxRow[]
  total: number
}

/** Whether somebody is on the map: `/` is rewritten with the map's view as soon as there is one. */
export const isAtMap = ({ pathname }: URL) => isMapScreen(pathname)

/** Colours of the map's canvases, as `r,g,b`: one on an empty sheet. */
function coloursOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const colours = new Set<string>()
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.width === 0) continue
      // The canvas itself belongs to the worker that draws on it.
      const drawing = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
      if (!drawing) continue
      drawing.drawImage(canvas, 0, 0)
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
      for (let i = 0; i < data.length; i += 64) colours.add(data.slice(i, i + 3).join())
    }
    return [...colours]
  })
}

/** How many colours the map shows. */
export const coloursOfMap = async (page: Page) => (await coloursOf(page)).length

/** Things that are drawn in a colour that nothing else on a map has. */
const DRAWN = {
  houses: { light: '233,221,200', dark: '38,65,92' },
  mainRoads: { light: '255,224,143', dark: '143,118,63' },
}

/** Whether something of the street map is to be seen, and not the bundled map alone. */
export const shows = async (
  page: Page,
  what: keyof typeof DRAWN,
  scheme: 'light' | 'dark' = 'light',
) => (await coloursOf(page)).includes(DRAWN[what][scheme])

/** The start screen: map, sticker filter, list, letterbox. */
export class MapScreen {
  constructor(readonly visitor: Visitor) {}

  private get page() {
    return this.visitor.page
  }
  private get t() {
    return this.visitor.t
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path)
    await expect(this.map).toBeVisible()
  }

  get map(): Locator {
    return this.page.getByRole('region', { name: this.t('map:mapLabel'), exact: true })
  }

  /** Pans until the map asks the server for more of it. */
  async panOn(): Promise<void> {
    let requestSent = false
    const request = this.page.waitForRequest(/\/letterboxes\/tiles\//).finally(() => {
      requestSent = true
    })
    await this.map.focus()
    while (!requestSent) await this.page.keyboard.press('ArrowRight')
    await request
  }

  /** Any marker that stands for letterboxes. */
  get markers(): Locator {
    return this.map.getByRole('button')
  }

  /** The sum of the numbers on the map; a marker without one stands for one letterbox. */
  letterboxesDrawn(): Promise<number> {
    return this.sumOfMarkers('all')
  }

  /** Of those whose markers nothing lies on. */
  letterboxesInView(): Promise<number> {
    return this.sumOfMarkers('uncovered')
  }

  private sumOfMarkers(which: 'all' | 'uncovered'): Promise<number> {
    return this.map.locator('.ll-marker').evaluateAll((markers, which) => {
      const isUncovered = (marker: Element) => {
        const { left, right, top, bottom } = marker.getBoundingClientRect()
        return marker.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
      }
      return markers
        .filter((marker) => which === 'all' || isUncovered(marker))
        .reduce((sum, { textContent }) => sum + Number(textContent?.replace(/\D/g, '') || 1), 0)
    }, which)
  }

  get badges(): Locator {
    return this.map.locator('.ll-cluster-marker')
  }

  /** The number of each badge and, in CSS pixels, where its letterboxes are. */
  placesOfBadges(): Promise<string[]> {
    return this.badges.evaluateAll((badges) =>
      badges
        .map((badge) => {
          const { x, y } = new DOMMatrix(getComputedStyle(badge).transform).transformPoint()
          return `${badge.textContent?.replace(/\D/g, '')} at ${x}, ${y}`
        })
        .sort(),
    )
  }

  /** Numbers of clusters in view that something lies on, at their middle or where they can be pressed. */
  coveredNumbers(): Promise<string[]> {
    return this.map.evaluate((map) => {
      const view = map.getBoundingClientRect()
      return [...map.querySelectorAll('.ll-cluster-marker')]
        .filter((badge) => {
          const { left, right, top, bottom } = badge.getBoundingClientRect()
          const [x, y] = [(left + right) / 2, (top + bottom) / 2]
          if (x < view.left || x > view.right || y < view.top || y > view.bottom) return false
          const points = [
            [x, y],
            [left, y],
            [right, y],
            [x, top],
            [x, bottom],
          ] as const
          return points.some((point) => !badge.contains(document.elementFromPoint(...point)))
        })
        .map(({ textContent }) => textContent ?? '')
    })
  }

  get filterButton(): Locator {
    return this.page.getByRole('button', { name: this.t('map:filter'), exact: true })
  }

  get filter(): Locator {
    return this.page.getByRole('region', { name: this.t('map:panel.filterTitle') })
  }

  async openFilter(): Promise<void> {
    if (await this.filter.isVisible()) return
    await this.visitor.tap(this.filterButton)
    await expect(this.filter).toBeVisible()
  }

  /** In the filter, also while one is added to others. */
  sticker(name: string): Locator {
    const adding = this.page.getByRole('region', { name: this.t('map:panel.addTitle') })
    return this.filter.or(adding).getByRole('button', { name, exact: true })
  }

  /** What is open beside the map, whatever it shows. */
  get panel(): Locator {
    return this.page.locator('#map-panel')
  }

  get addSticker(): Locator {
    return this.page.getByRole('button', { name: this.t('items:chips.add') })
  }

  removeSticker(name: string): Locator {
    return this.page.getByRole('button', { name: this.t('items:chips.remove', { name }) })
  }

  /** Of several stickers: any or all. */
  match(match: 'any' | 'all'): Locator {
    return this.page.getByRole('radio', { name: this.t(`items:chips.${match}`) })
  }

  /** The answer that the list is made of. */
  nearbyAnswer(): Promise<NearbyAnswer> {
    return this.page
      .waitForResponse((response) => response.url().includes('filterLetterBoxesByStickerId'))
      .then(readNearby)
  }

  list(sticker: string): Locator {
    return this.page.getByRole('region', {
      name: this.t('map:panel.nearbyItem', { name: sticker }),
    })
  }

  rows(sticker: string): Locator {
    return this.list(sticker).locator(this.anyRows)
  }

  /** Of the list, however it is searched. */
  get anyRows(): Locator {
    return this.page.getByRole('listitem').getByRole('button', { name: /\d (m|km)/ })
  }

  /** Below the list: to be told when somebody new lends it. */
  get wishOffer(): Locator {
    return this.page.getByRole('button', { name: this.t('wishes:offer.tellMe') })
  }

  /** Which part of the list is shown. */
  get pages(): Locator {
    return this.page.getByRole('navigation', { name: this.t('letterboxes:nearby.pages') })
  }

  /** The marker that a row of the list points at. */
  get pointedMarker(): Locator {
    return this.map.locator('.is-hovered')
  }

  /** The rows that a marker points at. */
  get pointedRows(): Locator {
    return this.page.locator('[data-pointed]')
  }

  /** The sentence above the list without network, when it is unknown who lends what was searched. */
  get keptAll(): Locator {
    const [before] = this.t('letterboxes:nearby.keptAll', { time: '|' }).split('|')
    return this.page.getByRole('status').filter({ hasText: before ?? '' })
  }

  row(address: string): Locator {
    return this.page.getByRole('listitem').getByRole('button', { name: address })
  }

  letterbox(address: string): Locator {
    return this.page.getByRole('region', { name: address })
  }

  borrowButton(sticker: string): Locator {
    return this.page.getByRole('button', {
      name: this.t('letterboxes:overlay.borrowItem', { name: sticker }),
    })
  }
}

async function readNearby(response: Response): Promise<NearbyAnswer> {
  return { query: new URL(response.url()).searchParams, ...(await response.json()) }
}
