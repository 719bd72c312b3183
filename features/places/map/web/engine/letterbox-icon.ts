import type { LetterboxKind } from '#features/places/letterboxes/letterbox-kinds.ts'
import type { Language } from '#platform/shared/languages.ts'
import { letterboxCluster } from '#platform/web/ui/artwork/letterbox-cluster.ts'
import {
  LETTERBOX_MARKER_SIZE,
  letterboxMarkerSvg,
} from '#platform/web/ui/artwork/letterbox-marker.ts'
import { Icon } from './leaflet.ts'
import { RESELLER_SCALE } from './map-limits.ts'

interface IconContent {
  className: string
  /** Creates the drawing inside the icon. */
  drawing: () => HTMLElement
  width: number
  height: number
  anchor: [number, number]
  label: string
  /** Number of letterboxes in one house, shown as a small badge if above 1. */
  count?: number
}

/**
 * An icon that reuses its element: markers leave and enter the map at every zoom, and a new element each time would
 * cost a layout. The element itself is the button (Leaflet gives it the role and the tab stop), so nothing inside it
 * may be focusable.
 */
export class ButtonIcon extends Icon {
  readonly #content: IconContent
  #element: HTMLElement | null = null
  /** Called when the icon gets or loses the pointer or the focus. */
  onPoint: ((pointed: boolean) => void) | null = null

  constructor(content: IconContent) {
    super({ iconUrl: '', iconSize: [content.width, content.height], iconAnchor: content.anchor })
    this.#content = content
  }

  override createIcon(): HTMLElement {
    this.#element ??= this.#build()
    return this.#element
  }

  get element(): HTMLElement | null {
    return this.#element
  }

  setLabel(label: string): void {
    this.#content.label = label
    this.#element?.setAttribute('aria-label', label)
  }

  #build(): HTMLElement {
    const { className, drawing, width, height, anchor, label, count = 1 } = this.#content
    const element = document.createElement('div')
    element.className = `leaflet-marker-icon ll-marker ${className}`
    element.style.width = `${width}px`
    element.style.height = `${height}px`
    element.style.marginLeft = `${-anchor[0]}px`
    element.style.marginTop = `${-anchor[1]}px`
    element.setAttribute('aria-label', label)
    // Numbers and street names must not be translated.
    element.setAttribute('translate', 'no')
    const body = document.createElement('span')
    body.className = 'll-marker-body'
    body.append(drawing())
    element.append(body)
    if (count > 1) {
      const badge = document.createElement('span')
      badge.className = 'll-marker-count'
      badge.textContent = String(count)
      element.append(badge)
    }
    for (const type of ['mouseenter', 'focus', 'mouseleave', 'blur'] as const) {
      element.addEventListener(type, () =>
        this.onPoint?.(type === 'mouseenter' || type === 'focus'),
      )
    }
    element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      event.stopPropagation()
      element.click()
    })
    return element
  }
}

const images = new Map<string, string>()

/**
 * A marker as an image. The browser decodes each kind only once, which keeps thousands of markers smooth; thousands of
 * inline drawings would not be.
 */
function letterboxImage(kind: LetterboxKind, own: boolean, faded: boolean): string {
  const key = `${kind} ${own} ${faded}`
  const cachedSource = images.get(key)
  if (cachedSource !== undefined) return cachedSource
  const source = `data:image/svg+xml,${encodeURIComponent(letterboxMarkerSvg(kind, { own, faded }))}`
  images.set(key, source)
  return source
}

/** Built from elements, so that text is never parsed as markup. */
export function drawLetterbox(kind: LetterboxKind, own: boolean, faded = false): HTMLElement {
  const image = document.createElement('img')
  image.src = letterboxImage(kind, own, faded)
  image.alt = ''
  image.draggable = false
  image.setAttribute('width', '100%')
  image.setAttribute('height', '100%')
  return image
}

export function letterboxIcon(
  kind: LetterboxKind,
  options: { label: string; own: boolean; silent: boolean; taken: boolean; count: number },
): ButtonIcon {
  const scale = kind === 'reseller' ? RESELLER_SCALE : 1
  const width = LETTERBOX_MARKER_SIZE.width * scale
  const height = LETTERBOX_MARKER_SIZE.height * scale
  return new ButtonIcon({
    className: options.taken ? 'll-letterbox ll-taken' : 'll-letterbox',
    drawing: () => drawLetterbox(kind, options.own, options.silent || options.taken),
    width,
    height,
    // The tip of the post marks the spot.
    anchor: [width / 2, height],
    label: options.label,
    count: options.count,
  })
}

export function clusterIcon(count: number, label: string, language: Language): ButtonIcon {
  const { label: number, width, height } = letterboxCluster(count, language)
  return new ButtonIcon({
    className: 'll-cluster-marker',
    drawing: () => {
      const badge = document.createElement('span')
      badge.className = 'll-cluster'
      badge.textContent = number
      return badge
    },
    width,
    height,
    anchor: [width / 2, height / 2],
    label,
  })
}
