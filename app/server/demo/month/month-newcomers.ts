import { DAY_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'

/** How long they have waited, in days: one of them longer than a community means to let people wait. */
const WAITING_DAYS = [4.2, 1.6, 0.3]

/** Of whom nothing else is told: never wrote, paid or changed anything, and confirmed the address. */
const isUnknown = ({ user }: Neighbour) =>
  Boolean(user.email_confirmed_at) &&
  !user.enable_messaging &&
  !user.reseller &&
  !user.membership_until &&
  !user.suspended_at

/**
 * People who wait at the gate, one after the other in different languages as far as there are any. The demo itself is
 * open, so that whoever registers in it can try all at once: these came before it was.
 */
export function createNewcomers({
  now,
  neighbours,
  busy,
}: {
  now: Date
  neighbours: readonly Neighbour[]
  /** Accounts that something points to. */
  busy: ReadonlySet<string>
}): void {
  const unknown = neighbours.filter((each) => isUnknown(each) && !busy.has(each.user.id))
  const byLanguage = new Map([...unknown].reverse().map((each) => [each.user.lang, each]))
  const chosen = new Set([...byLanguage.values(), ...unknown].slice(0, WAITING_DAYS.length))
  for (const [index, { user, letterbox }] of [...chosen].entries()) {
    const since = new Date(now.getTime() - (WAITING_DAYS[index] ?? 1) * DAY_MS)
    Object.assign(user, {
      waiting_since: since,
      email_confirmed_at: since,
      created_at: since,
      last_seen_at: since,
    })
    Object.assign(letterbox, {
      created_at: since,
      updated_at: since,
      items_confirmed_at: since,
    })
  }
}
