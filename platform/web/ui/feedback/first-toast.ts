import { createListeners } from '../../data/listeners.ts'
import type { Toast } from './toast.ts'

// What the start page knows of toasts: their code comes with the first one.

const shown = createListeners()
let isAnyShown = false

export const onFirstToast = shown.subscribe
export const hasShownToast = () => isAnyShown

/** There is a toast now, so the place where they appear is needed. */
export function announceToast(): void {
  isAnyShown = true
  shown.tell()
}

/** As `showToast`, for what is on the start page. Where the code does not arrive, nothing is said. */
export function showToastLater(toast: Toast): void {
  import('./toast.ts').then(({ showToast }) => showToast(toast)).catch(() => undefined)
}
