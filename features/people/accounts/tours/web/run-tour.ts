import { notificationsStore } from '@mantine/notifications'
import { type Driver, type DriveStep, driver, type PopoverDOM } from 'driver.js'
import { countInFront, isQuiet, onFrontChange, takeFront } from '#platform/web/ui/in-front.ts'
import {
  type Box,
  boxOf,
  createSpot,
  edgeAwayFrom,
  sameBox,
  scrollTo,
  type TourTarget,
} from './tour-spot.ts'
import './tour.css'

export interface TourStep {
  target: TourTarget
  title: string
  description: string
  /** "1 of 2"; omitted for a single step. */
  progress?: string
  side: 'left' | 'right' | 'top' | 'bottom'
}

interface TourOptions {
  /** Polled until the tour runs. */
  isReady: () => boolean
  steps: TourStep[]
  labels: { next: string; previous: string; done: string; close: string }
  /** Called before the next step is shown. */
  onAdvance: () => void
  /**
   * `seen` is false if the user had no time to look: something else came to the front, or a press
   * ended the tour at once.
   */
  onEnd: (seen: boolean) => void
}

const LOOK_EVERY_MS = 150
/** A tour that ends sooner was not seen: the press was meant for the screen below. */
const LOOKED_AT_MS = 1500

/**
 * Runs a tour once the screen is quiet and its first target stands still. The screen stays usable:
 * a press outside the explanation ends the tour and has its usual effect.
 * @returns a function that ends the tour
 */
export function runTour(options: TourOptions): () => void {
  let stop: (() => void) | null = null
  let before: ReturnType<typeof boxOf> = null
  const [first] = options.steps
  const timer = window.setInterval(() => {
    const free = options.isReady() && isQuiet() && !toastShown() && !document.hidden
    const box = first && free ? boxOf(first.target) : null
    const still = box !== null && sameBox(box, before)
    before = box
    if (!still) return
    clearInterval(timer)
    stop = start(options)
  }, LOOK_EVERY_MS)
  return () => {
    clearInterval(timer)
    stop?.()
  }
}

/** Toasts come first. */
function toastShown(): boolean {
  return notificationsStore.getState().notifications.length > 0
}

/** Adds what the library lacks for screen readers. */
function improve({ wrapper, title, footer, closeButton }: PopoverDOM, close: string): void {
  wrapper.setAttribute('aria-modal', 'true')
  // A `header` or `footer` here would be exposed as the page's own.
  for (const element of [title, footer]) element.setAttribute('role', 'presentation')
  const heading = document.createElement('h2')
  heading.textContent = title.textContent
  title.replaceChildren(heading)
  closeButton.setAttribute('aria-label', close)
  closeButton.title = close
}

function pointAt(element: Element, step: TourStep): DriveStep {
  const { title, description, progress, side } = step
  return {
    element,
    popover: {
      title,
      description,
      showProgress: progress !== undefined,
      progressText: progress ?? '',
      side,
      align: side === 'bottom' ? 'start' : 'center',
    },
  }
}

function start({ steps, labels, onAdvance, onEnd }: TourOptions): () => void {
  const release = takeFront()
  const spot = createSpot()
  const focused = document.activeElement
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  let frame = 0
  let ended = false
  const shownAt = performance.now()
  const lookedAt = () => performance.now() - shownAt >= LOOKED_AT_MS

  const tour: Driver = driver({
    animate: !calm,
    duration: 200,
    overlayOpacity: 0.45,
    stagePadding: 6,
    stageRadius: 16,
    popoverOffset: 12,
    nextBtnText: labels.next,
    prevBtnText: labels.previous,
    doneBtnText: labels.done,
    steps: steps.map((step) => pointAt(spot.element, step)),
    onPopoverRender: (popover) => {
      improve(popover, labels.close)
      explanation = popover.wrapper
      if (shownBox) moveExplanation(shownBox)
    },
    onHighlightStarted: () => place(boxOf(current())),
    onHighlighted: (_element, _step, { state }) => {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) {
        spot.element.removeAttribute(name)
      }
      state.popover?.nextButton.focus()
      tour.refresh()
    },
    onNextClick: () => {
      if (tour.isLastStep()) end(true)
      else {
        onAdvance()
        tour.moveNext()
      }
    },
    onDestroyStarted: () => end(true),
  })

  const current = () => steps[tour.getActiveIndex() ?? 0]?.target ?? 'map'
  let shownBox: ReturnType<typeof boxOf> = null
  let explanation: HTMLElement | null = null
  /** On a phone the explanation stands at an edge of the screen, never over its target. */
  function moveExplanation(box: Box): void {
    const edge = edgeAwayFrom(box, window.innerHeight)
    explanation?.classList.toggle('tour-at-top', edge === 'top')
    explanation?.classList.toggle('tour-at-bottom', edge === 'bottom')
  }
  /** Returns whether the frame moved. */
  function place(box: ReturnType<typeof boxOf>): boolean {
    if (box === null || sameBox(box, shownBox)) return false
    shownBox = box
    spot.place(box)
    moveExplanation(box)
    return true
  }
  /** Keeps the frame on its target; the tour ends if the target disappears. */
  function loop(): void {
    const box = boxOf(current())
    if (box === null) end(lookedAt())
    else if (place(box)) tour.refresh()
    if (!ended) frame = requestAnimationFrame(loop)
  }

  function onPress(event: PointerEvent): void {
    if (event.target instanceof Element && event.target.closest('.driver-popover')) return
    end(lookedAt())
  }
  const unsubscribe = onFrontChange(() => {
    if (countInFront() > 1) end(false)
  })

  function end(seen: boolean): void {
    if (ended) return
    ended = true
    cancelAnimationFrame(frame)
    unsubscribe()
    document.removeEventListener('pointerdown', onPress, true)
    tour.destroy()
    spot.remove()
    release()
    // Restores the focus from before the tour, unless a dialog or a press has taken it.
    if (seen && focused instanceof HTMLElement && focused.isConnected) {
      focused.focus({ preventScroll: true })
    }
    onEnd(seen)
  }

  document.addEventListener('pointerdown', onPress, true)
  const [first] = steps
  if (first) scrollTo(first.target)
  place(boxOf(current()))
  tour.drive()
  frame = requestAnimationFrame(loop)
  return () => end(lookedAt())
}
