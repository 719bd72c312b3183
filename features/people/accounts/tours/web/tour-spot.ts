/** The parts of the screen that tours explain; the screens mark them with `data-tour`. */
export type TourTarget = 'search' | 'map' | 'borrow'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The visible part of a target; null if it is out of view. */
export function boxOf(target: TourTarget): Box | null {
  const element = document.querySelector(`[data-tour="${target}"]`)
  if (!element) return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  // On a phone the sheet covers the lower part of the map.
  const covered =
    target === 'map'
      ? Number.parseFloat(getComputedStyle(element).getPropertyValue('--ll-sheet-height')) || 0
      : 0
  const box = {
    x: Math.max(0, left),
    y: Math.max(0, top),
    width: Math.min(window.innerWidth, right) - Math.max(0, left),
    height: Math.min(window.innerHeight, bottom - covered) - Math.max(0, top),
  }
  return box.width > 0 && box.height > 0 ? box : null
}

/** The edge of the screen with more room beside the target. */
export const edgeAwayFrom = ({ y, height }: Pick<Box, 'y' | 'height'>, screenHeight: number) =>
  y > screenHeight - (y + height) ? 'top' : 'bottom'

export function scrollTo(target: TourTarget): void {
  document.querySelector(`[data-tour="${target}"]`)?.scrollIntoView({ block: 'nearest' })
}

export function sameBox(a: Box | null, b: Box | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Our own empty frame over the target: the library changes attributes and classes of the element it
 * points at, and the elements of the screen belong to React.
 */
export function createSpot() {
  const element = document.createElement('div')
  element.setAttribute('aria-hidden', 'true')
  element.className = 'tour-spot'
  document.body.append(element)
  return {
    element,
    place(box: Box) {
      Object.assign(element.style, {
        left: `${box.x}px`,
        top: `${box.y}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
      })
    },
    remove: () => element.remove(),
  }
}
