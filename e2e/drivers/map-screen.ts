import { expect, type Locator, type Page, type Response } from '@playwright/test'
import { isMapScreen } from '#platform/shared/paths.ts'
import type { LetterboxRow } from './api.ts'
import type { Visitor } from './visitor.ts'

export interface NearbyAnswer {
  query: URLSearchParams
  letterboxes: LetterboxRow[]
  total: number
}

/** Whether the visitor is on the map: `/` is rewritten to the map's view as soon as there is one. */
export const isAtMap = ({ pathname }: URL) => isMapScreen(pathname)

/** Colours of the map's canvases as `r,g,b`; an empty sheet has one. */
function coloursOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const colours = new Set<string>()
    for (const canvas of document.querySelectorAll('canvas')) {
      if (canvas.width === 0) continue
      // The canvas belongs to a worker, so draw a copy.
      const drawing = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
      if (!drawing) continue
      drawing.drawImage(canvas, 0, 0)
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
      for (let i = 0; i < data.length; i += 64) colours.add(data.slice(i, i + 3).join())
    }
    return [...colours]
  })
}

/** Number of colours on the map. */
export const coloursOfMap = async (page: Page) => (await coloursOf(page)).length

/** Features whose colour occurs nowhere else on the map. */
const DRAWN = {
  houses: { light: '233,221,200', dark: '38,65,92' },
  mainRoads: { light: '255,224,143', dark: '143,118,63' },
}

/** Whether a feature of the street map is visible, not only the bundled map. */
export const shows = async (
  page: Page,
  what: keyof typeof DRAWN,
  scheme: 'light' | 'dark' = 'light',
) => (await coloursOf(page)).includes(DRAWN[what][scheme])

/** The start screen: map, sticker filter, list and letterbox. */
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

  /** Pans until the map requests more tiles. */
  async panOn(): Promise<void> {
    let requestSent = false
    const request = this.page.waitForRequest(/\/letterboxes\/tiles\//).finally(() => {
      requestSent = true
    })
    await this.map.focus()
    while (!requestSent) await this.page.keyboard.press('ArrowRight')
    await request
  }

  /** All markers of letterboxes. */
  get markers(): Locator {
    return this.map.getByRole('button')
  }

  /** Number of letterboxes on the map; a marker without a number stands for one. */
  letterboxesDrawn(): Promise<number> {
    return this.sumOfMarkers('all')
  }

  /** Number of letterboxes whose markers are not covered. */
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

  /** The number of each badge, and the position of its letterboxes in CSS pixels. */
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

  /** Visible cluster numbers that are covered at their centre or where they can be pressed. */
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

  /** A sticker in the filter, also while adding one to others. */
  sticker(name: string): Locator {
    const adding = this.page.getByRole('region', { name: this.t('map:panel.addTitle') })
    return this.filter.or(adding).getByRole('button', { name, exact: true })
  }

  /** The panel beside the map, whatever it shows. */
  get panel(): Locator {
    return this.page.locator('#map-panel')
  }

  get addSticker(): Locator {
    return this.page.getByRole('button', { name: this.t('items:chips.add') })
  }

  removeSticker(name: string): Locator {
    return this.page.getByRole('button', { name: this.t('items:chips.remove', { name }) })
  }

  /** The switch between any and all of several stickers. */
  match(match: 'any' | 'all'): Locator {
    return this.page.getByRole('radio', { name: this.t(`items:chips.${match}`) })
  }

  /** The response behind the list. */
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

  /** Rows of the list for any search. */
  get anyRows(): Locator {
    return this.page.getByRole('listitem').getByRole('button', { name: /\d (m|km)/ })
  }

  /** The offer below the list to be notified of new lenders. */
  get wishOffer(): Locator {
    return this.page.getByRole('button', { name: this.t('wishes:offer.tellMe') })
  }

  /** Shows which part of the list is visible. */
  get pages(): Locator {
    return this.page.getByRole('navigation', { name: this.t('letterboxes:nearby.pages') })
  }

  /** The marker of the hovered row. */
  get pointedMarker(): Locator {
    return this.map.locator('.is-hovered')
  }

  /** The rows of the hovered marker. */
  get pointedRows(): Locator {
    return this.page.locator('[data-pointed]')
  }

  /** The offline notice above the list if it is unknown who lends the searched item. */
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
