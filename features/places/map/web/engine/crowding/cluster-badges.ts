import type L from 'leaflet'
import { getPosition } from 'leaflet/src/dom/DomUtil.js'
import type { Box } from './box-grid.ts'
import { freeSpots, type Shift } from './free-spots.ts'

/** Badges lie above the posts of markers, so that no number is hidden. */
const PANE = 'll-clusters'
const PANE_Z_INDEX = '610'
/** Below the markers, whose houses have numbers too, so that a line never crosses a number. */
const LINES_PANE = 'll-lines'
const LINES_Z_INDEX = '595'
/** Margin of a badge's tap area in CSS pixels; see leaflet.css. */
const TAP_MARGIN = 3
/** Room for the edges and shadows of controls. */
const CONTROL_MARGIN = 3
/** Name of the performance measure for placing badges. */
const PLACING = 'll-placing'
/** Selectors of controls around the map and inside it. */
const AROUND = 'button, input, select, a, [role="status"] > *, [role="alert"]'
const WITHIN = '.leaflet-control'

/** Controls and messages that lie on a map. */
export function controlsOn(map: L.Map): Element[] {
  const container = map.getContainer()
  const around = container.parentElement?.querySelectorAll(AROUND) ?? []
  return [
    ...[...around].filter((element) => !container.contains(element)),
    ...container.querySelectorAll(WITHIN),
  ]
}

/**
 * The larger badge, which has the larger number, comes first, then by position. This makes the order independent of
 * which was drawn first.
 */
const byImportance = (a: Box, b: Box) =>
  b.right - b.left - (a.right - a.left) || a.top - b.top || a.left - b.left

/** Keeps the badges of all clusters clear of each other and of the map's controls. */
export class ClusterBadges {
  readonly pane = PANE
  readonly #map: L.Map
  readonly #element: HTMLElement
  readonly #lines: HTMLElement
  /** Height in CSS pixels that a panel covers at the lower edge. */
  #covered = 0
  readonly #namesAt: (zoom: number) => readonly Box[]

  /** @param namesAt boxes of the map's place names, in CSS pixels of the whole world at a zoom */
  constructor(map: L.Map, namesAt: (zoom: number) => readonly Box[]) {
    this.#map = map
    this.#namesAt = namesAt
    this.#element = map.getPane(PANE) ?? map.createPane(PANE)
    this.#element.style.zIndex = PANE_Z_INDEX
    this.#lines = map.getPane(LINES_PANE) ?? map.createPane(LINES_PANE)
    this.#lines.style.zIndex = LINES_Z_INDEX
    // Hidden during a zoom and redrawn at its end.
    this.#lines.classList.add('leaflet-zoom-hide')
  }

  setCovered(pixels: number): void {
    this.#covered = pixels
  }

  /** @param selected the marker that must never be covered */
  place(selected: HTMLElement | null): void {
    const elements = [...this.#element.children].filter((child) => child instanceof HTMLElement)
    if (elements.length === 0) {
      this.#lines.replaceChildren()
      return
    }
    const obstacles = this.#obstacles(selected)
    const start = performance.now()
    const size = this.#map.getSize()
    const bounds = { left: 0, top: 0, right: size.x, bottom: size.y - this.#covered }
    const badges = elements
      .map((element) => ({ element, box: this.#boxOf(element) }))
      .sort((a, b) => byImportance(a.box, b.box))
    let comparisons = 0
    const shifts = freeSpots(
      badges.map(({ box }) => box),
      bounds,
      obstacles,
      this.#names(),
      (compared) => {
        comparisons += compared
      },
    )
    for (const [i, { element }] of badges.entries()) show(element, shifts[i] ?? [0, 0])
    this.#lines.replaceChildren(
      ...badges.flatMap(({ element }, i) => lineTo(element, shifts[i] ?? [0, 0])),
    )
    // For developer tools and tests, which observe the measure; cleared at once, so that the list of measures does not
    // grow.
    performance.measure(PLACING, { start, detail: { badges: badges.length, comparisons } })
    performance.clearMeasures(PLACING)
  }

  /** The box of a badge at its own spot, including its tap area. */
  #boxOf(element: HTMLElement): Box {
    const { x, y } = this.#map.layerPointToContainerPoint(getPosition(element))
    const width = Number.parseFloat(element.style.width) / 2 + TAP_MARGIN
    const height = Number.parseFloat(element.style.height) / 2 + TAP_MARGIN
    return { left: x - width, right: x + width, top: y - height, bottom: y + height }
  }

  /** Place names on the visible copy of the world. */
  #names(): Box[] {
    const zoom = this.#map.getZoom()
    const world = 256 * 2 ** zoom
    const middle = this.#map.project(this.#map.getCenter(), zoom)
    const corner = middle.subtract(this.#map.getSize().divideBy(2))
    return this.#namesAt(zoom).map(({ left, top, right, bottom }) => {
      const copy = Math.round((middle.x - left) / world) * world
      return {
        left: left + copy - corner.x,
        right: right + copy - corner.x,
        top: top - corner.y,
        bottom: bottom - corner.y,
      }
    })
  }

  #obstacles(selected: HTMLElement | null): Box[] {
    const { left, top } = this.#map.getContainer().getBoundingClientRect()
    return [...controlsOn(this.#map), ...(selected ? [selected] : [])]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1)
      .map((rect) => ({
        left: rect.left - left - CONTROL_MARGIN,
        right: rect.right - left + CONTROL_MARGIN,
        top: rect.top - top - CONTROL_MARGIN,
        bottom: rect.bottom - top + CONTROL_MARGIN,
      }))
  }
}

/** A line from a moved badge to the spot of its letterboxes; empty if it did not move. */
function lineTo(element: HTMLElement, [x, y]: Shift): HTMLElement[] {
  if (x === 0 && y === 0) return []
  const place = getPosition(element)
  const line = document.createElement('span')
  line.className = 'll-line'
  line.style.width = `${Math.hypot(x, y)}px`
  line.style.translate = `${place.x + x}px ${place.y + y}px`
  line.style.rotate = `${Math.atan2(-y, -x)}rad`
  return [line]
}

function show(element: HTMLElement, [x, y]: Shift): void {
  const translate = x === 0 && y === 0 ? '' : `${x}px ${y}px`
  if (element.style.translate === translate) return
  element.style.translate = translate
  element.classList.toggle('is-moved', translate !== '')
}
