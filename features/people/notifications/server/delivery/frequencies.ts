import type { UserRow } from '#platform/server/identity/tables.ts'
import type { Frequency } from '#platform/shared/notification-kinds.ts'
import { NOTIFICATION_KINDS, type NotificationKind } from '#platform/shared/notification-kinds.ts'
import type { NotificationSettings } from '../../contract.ts'

/** Notification frequencies of a user, as stored. */
export type StoredFrequencies = Pick<
  UserRow,
  | 'enable_notifications'
  | 'notify_request'
  | 'notify_message'
  | 'notify_reminder'
  | 'notify_wish'
  | 'notify_community'
>

/** For messages, `enable_notifications` alone decides, so that the two settings can never differ. */
function chosenFrequency(user: StoredFrequencies, kind: NotificationKind): Frequency {
  if (kind === 'message' && !user.enable_notifications) return 'off'
  return user[`notify_${kind}`]
}

/** How often a user is notified about a kind; never while the account is suspended. */
export function frequencyOf(
  user: StoredFrequencies & Pick<UserRow, 'suspended_at'>,
  kind: NotificationKind,
): Frequency {
  return user.suspended_at ? 'off' : chosenFrequency(user, kind)
}

/** The frequencies as the owner chose them. */
export function presentFrequencies(user: StoredFrequencies): NotificationSettings {
  return {
    request: chosenFrequency(user, 'request'),
    message: chosenFrequency(user, 'message'),
    reminder: chosenFrequency(user, 'reminder'),
    wish: chosenFrequency(user, 'wish'),
    community: chosenFrequency(user, 'community'),
  }
}

function storedAs(kind: NotificationKind, frequency: Frequency): Partial<StoredFrequencies> {
  if (kind !== 'message') return { [`notify_${kind}`]: frequency }
  // Keeps the frequency for when the switch is turned on again.
  if (frequency === 'off') return { enable_notifications: false }
  return { enable_notifications: true, notify_message: frequency }
}

/** Returns the stored values for a change. */
export function settleFrequencies(
  change: Partial<Record<NotificationKind, Frequency | undefined>>,
): Partial<StoredFrequencies> {
  const stored = NOTIFICATION_KINDS.map((kind) => {
    const frequency = change[kind]
    return frequency ? storedAs(kind, frequency) : {}
  })
  return Object.assign({}, ...stored)
}
