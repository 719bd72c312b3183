import type { Letterbox, LetterboxKind } from '@letterlend/contract/letterboxes.ts'

/** What the marker of a letterbox looks like; the server says the same in its tiles. */
export function letterboxKind(
  letterbox: Pick<Letterbox, 'role_name' | 'enable_messaging' | 'active'>,
): LetterboxKind {
  if (letterbox.role_name !== 'normal') return letterbox.role_name
  if (!letterbox.enable_messaging) return 'normal'
  return letterbox.active ? 'messaging_active' : 'messaging'
}

export type BorrowAnswer =
  /** The request can be written. */
  | 'possible'
  /** It could be, after logging in. */
  | 'loggedOut'
  /** It could be, after switching on the own messaging. */
  | 'ownMessagingOff'
  /** The owner takes no messages. */
  | 'noMessages'
  | 'reseller'
  | 'own'

export interface Viewer {
  loggedIn: boolean
  /** The viewer's own switch; false while logged out. */
  messaging: boolean
  letterboxId: string | null
  /** The last day of the own holiday, such as `2026-08-16`. */
  holidayUntil: string | null
}

/** Whether the viewer can ask this letterbox for something, else the first thing in the way. */
export function borrowAnswer(
  letterbox: Pick<Letterbox, 'id' | 'role_name' | 'enable_messaging'>,
  viewer: Viewer,
): BorrowAnswer {
  if (viewer.letterboxId === letterbox.id) return 'own'
  if (letterbox.role_name === 'reseller') return 'reseller'
  if (!letterbox.enable_messaging) return 'noMessages'
  if (!viewer.loggedIn) return 'loggedOut'
  return viewer.messaging ? 'possible' : 'ownMessagingOff'
}
