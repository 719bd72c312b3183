import type { Privacy } from '@letterlend/contract/privacy.ts'
import type { UserRow } from '../../db/schema.ts'

export function presentPrivacy(user: UserRow): Privacy {
  return {
    show_on_map: user.show_on_map,
    show_name: user.show_name,
    show_email: user.show_email,
    enable_messaging: user.enable_messaging,
    enable_notifications: user.enable_notifications,
  }
}

/** A name is shown and messages are taken only at a letterbox that is on the map. */
export function settlePrivacy(current: Privacy, change: Partial<Privacy>): Privacy {
  const wanted = { ...current, ...change }
  if (wanted.show_on_map) return wanted
  return { ...wanted, show_name: false, enable_messaging: false }
}
