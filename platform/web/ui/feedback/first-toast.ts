import { createListeners } from '../../data/listeners.ts'
import type { Toast } from './toast.ts'

// The part of toasts that the start page loads; the rest comes with the first toast.

const shown = createListeners()
let isAnyShown = false

export const onFirstToast = shown.subscribe
export const hasShownToast = () => isAnyShown

/** A toast exists now, so render the place for them. */
export function announceToast(): void {
  isAnyShown = true
  shown.tell()
}

/** `showToast` for the start page. If the code fails to load, nothing is shown. */
export function showToastLater(toast: Toast): void {
  import('./toast.ts').then(({ showToast }) => showToast(toast)).catch(() => undefined)
}
