import type { Bubble, Entry, Happening } from '#features/lending/conversations/messages/web/door.ts'
import { MINUTE_MS } from '#platform/shared/durations.ts'
import { dayOf } from '#platform/web/data/community-day.ts'

/** One row of a conversation on the screen, from top to bottom. */
export type Row = DayRow | EventRow | BubbleRow

export interface DayRow {
  kind: 'day'
  key: string
  /** The local calendar day, such as `2026-11-21`. */
  date: string
}
interface EventRow {
  kind: 'event'
  key: string
  date: string
  happening: Happening
}
export interface BubbleRow {
  kind: 'bubble'
  key: string
  date: string
  bubble: Bubble
  /**
   * The first message of a group by one author; names the author if it is another member of the user's household.
   */
  first: boolean
  /** The last message of a group: its bubble has the tail. */
  last: boolean
  /** Shows the time and the state below: once for consecutive messages that share both. */
  showsMeta: boolean
}

/** Messages by one author within this time form a group. */
const GROUP_MS = 15 * MINUTE_MS

function isGroup(above: Entry, below: Entry | undefined): boolean {
  if (above.kind !== 'bubble' || below?.kind !== 'bubble') return false
  if (above.automatic || below.automatic) return false
  if (above.own !== below.own || above.author_id !== below.author_id) return false
  return Date.parse(below.created_at) - Date.parse(above.created_at) < GROUP_MS
}

/**
 * Divides the entries into days and groups by one author.
 * @param complete whether the beginning of the conversation is loaded. If not, the first day gets no heading yet:
 * older messages may be of the same day, and the visible part must not move when they arrive.
 */
export function conversationRows(entries: readonly Entry[], complete: boolean): Row[] {
  // Days begin at midnight in the reader's time zone.
  const dates = entries.map((entry) => dayOf(new Date(entry.created_at)))
  const rows: Row[] = []
  let joins = false
  entries.forEach((entry, i) => {
    const date = dates[i] ?? ''
    const begins = i === 0 ? complete : date !== dates[i - 1]
    if (begins) rows.push({ kind: 'day', key: `day ${date}`, date })
    if (entry.kind === 'event') {
      rows.push({ kind: 'event', key: entry.key, date, happening: entry })
      joins = false
      return
    }
    const next = entries[i + 1]
    const goesOn = date === dates[i + 1] && isGroup(entry, next)
    rows.push({
      kind: 'bubble',
      key: entry.key,
      date,
      bubble: entry,
      first: !joins,
      last: !goesOn,
      showsMeta: !goesOn || (next?.kind === 'bubble' && next.state !== entry.state),
    })
    joins = goesOn
  })
  return rows
}
