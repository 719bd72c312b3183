import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { SECOND_MS } from '#platform/shared/durations.ts'
import { translate } from '../../start/texts.ts'
import { announceToast } from './first-toast.ts'

export interface Toast {
  message: ReactNode
  kind?: 'success' | 'warning' | 'error'
  /** Duration; null: until it is closed. Default 5. */
  seconds?: 3 | 5 | 10 | null
  /** Identifies a message that is not plain text, so that it is shown only once. */
  id?: string
}

/** Mantine's id of the latest toast with each id. */
const latest = new Map<string, string>()

/**
 * A short message that disappears by itself. The same text is shown only once, but as a new toast each time: screen
 * readers read what is new in the page.
 */
export function showToast({ message, kind = 'success', seconds = 5, id: given }: Toast): void {
  const id = given ?? (typeof message === 'string' ? `${kind}:${message}` : undefined)
  const toast = {
    message,
    autoClose: seconds === null ? (false as const) : seconds * SECOND_MS,
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': translate('layout:dismiss') },
  }
  if (id) hideToast(id)
  const shownId = notifications.show(toast)
  if (id) latest.set(id, shownId)
  announceToast()
}

export function hideToast(id: string): void {
  const shownId = latest.get(id)
  if (shownId) notifications.hide(shownId)
}
