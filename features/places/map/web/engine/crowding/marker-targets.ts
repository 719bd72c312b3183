import { findCovered } from './covered-targets.ts'

/** Milliseconds; a zoom moves the markers for a quarter of a second. */
const AFTER_MS = 300

const byHeight = (a: HTMLElement, b: HTMLElement) => Number(a.style.zIndex) - Number(b.style.zIndex)

interface MarkerTargetsOptions {
  /** The panes with markers, the lowest first. */
  panes: readonly (HTMLElement | undefined)[]
  /** Controls that lie above the markers. */
  controls: () => Element[]
  /** Whether covered markers stay targets because zooming in would not uncover them. */
  keepsAll?: () => boolean
  /** Called before the targets are sorted out. */
  settled?: () => void
}

/**
 * Excludes markers that are almost covered by others from Tab and screen readers. The list contains their letterboxes,
 * and zooming in separates the markers; at the last zoom all are targets.
 */
export class MarkerTargets {
  readonly #options: MarkerTargetsOptions
  #sorting: ReturnType<typeof setTimeout> | undefined

  constructor(options: MarkerTargetsOptions) {
    this.#options = options
  }

  /** Waits until the markers have reached their final positions. */
  readonly sortOutSoon = () => {
    clearTimeout(this.#sorting)
    this.#sorting = setTimeout(() => this.#sortOut(), AFTER_MS)
  }

  destroy(): void {
    clearTimeout(this.#sorting)
  }

  #sortOut(): void {
    this.#options.settled?.()
    const stacked = this.#options.panes.flatMap((pane) =>
      [...(pane?.children ?? [])].filter((child) => child instanceof HTMLElement).sort(byHeight),
    )
    const covered = findCovered(
      [...stacked, ...this.#options.controls()].map((element) => element.getBoundingClientRect()),
    )
    const keepsAll = this.#options.keepsAll?.() ?? false
    for (const [i, element] of stacked.entries()) {
      const isChosen = element === document.activeElement || element.matches('.is-selected')
      const target = keepsAll || !covered[i] || isChosen
      const isTarget = element.ariaHidden === null
      if (target === isTarget && target === element.hasAttribute('tabindex')) continue
      element.ariaHidden = target ? null : 'true'
      if (target) {
        element.tabIndex = 0
        element.setAttribute('role', 'button')
      } else {
        element.removeAttribute('tabindex')
        element.removeAttribute('role')
      }
    }
  }
}
