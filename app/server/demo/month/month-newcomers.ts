import { DAY_MS } from '#platform/shared/durations.ts'
import type { Neighbour } from '../neighbours.ts'

/** Waiting times in days: one is longer than the community intends. */
const WAITING_DAYS = [4.2, 1.6, 0.3]

/** Accounts without any history, and with a confirmed address. */
const isUnknown = ({ user }: Neighbour) =>
  Boolean(user.email_confirmed_at) &&
  !user.enable_messaging &&
  !user.reseller &&
  !user.membership_until &&
  !user.suspended_at

/**
 * People waiting for approval, in as many different languages as possible. The demo's gate is open, so that new
 * accounts can try everything; these people registered before that.
 */
export function createNewcomers({
  now,
  neighbours,
  busy,
}: {
  now: Date
  neighbours: readonly Neighbour[]
  /** Accounts that other rows refer to. */
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
