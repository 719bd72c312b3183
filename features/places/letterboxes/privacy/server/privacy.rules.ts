import type { UserRow } from '#platform/server/identity/tables.ts'
import type { Privacy } from '../contract.ts'

export function presentPrivacy(user: Pick<UserRow, keyof Privacy>): Privacy {
  return {
    show_on_map: user.show_on_map,
    show_name: user.show_name,
    show_email: user.show_email,
    enable_messaging: user.enable_messaging,
    enable_notifications: user.enable_notifications,
    takes_requests: user.takes_requests,
  }
}

/** The settings that everyone who may see the letterbox can see. */
export function presentPublicPrivacy(
  user: Pick<UserRow, keyof Privacy>,
): Omit<Privacy, 'enable_notifications'> {
  const { enable_notifications: _ofOwner, ...seenByAll } = presentPrivacy(user)
  return seenByAll
}

/** The stored switches, with the values that two of them return to when the letterbox is shown again. */
export type StoredPrivacy = Privacy &
  Pick<UserRow, 'show_name_again' | 'enable_messaging_again' | 'notify_request'>

/**
 * Turning messages on also turns on notifications of requests, because a request that is not noticed is never answered.
 */
function settleRequests(
  current: StoredPrivacy,
  messaging: boolean,
): StoredPrivacy['notify_request'] {
  const before = current.enable_messaging_again ?? current.enable_messaging
  const begins = messaging && !before
  return begins && current.notify_request === 'off' ? 'at_once' : current.notify_request
}

/**
 * The name and messages require a letterbox on the map. Off the map both are off; their last chosen values are kept and
 * restored when it is back.
 */
export function settlePrivacy(current: StoredPrivacy, change: Partial<Privacy>): StoredPrivacy {
  const { show_on_map = current.show_on_map } = change
  const again = {
    show_name: change.show_name ?? current.show_name_again ?? current.show_name,
    enable_messaging:
      change.enable_messaging ?? current.enable_messaging_again ?? current.enable_messaging,
  }
  const { show_email = current.show_email } = change
  const { enable_notifications = current.enable_notifications } = change
  const { takes_requests = current.takes_requests } = change
  const notify_request = settleRequests(current, again.enable_messaging)
  const rest = { show_on_map, show_email, enable_notifications, takes_requests, notify_request }
  if (show_on_map) {
    return { ...rest, ...again, show_name_again: null, enable_messaging_again: null }
  }
  return {
    ...rest,
    show_name: false,
    enable_messaging: false,
    show_name_again: again.show_name,
    enable_messaging_again: again.enable_messaging,
  }
}
