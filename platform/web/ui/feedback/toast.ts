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

/** A short message that disappears by itself; screen readers read it. The same text is shown only once. */
export function showToast({ message, kind = 'success', seconds = 5, id: given }: Toast): void {
  const id = given ?? (typeof message === 'string' ? `${kind}:${message}` : undefined)
  const toast = {
    message,
    autoClose: seconds === null ? (false as const) : seconds * SECOND_MS,
    'data-kind': kind,
    withBorder: true,
    closeButtonProps: { 'aria-label': translate('layout:dismiss') },
  }
  if (id) notifications.hide(id)
  notifications.show(id ? { id, ...toast } : toast)
  announceToast()
}

export function hideToast(id: string): void {
  notifications.hide(id)
}
