import { dayOf } from '#features/requests/web/door.ts'
import type { Bubble, Entry, Happening } from '#features/transactions/web/door.ts'

/** What stands below each other on the screen. */
export type Row = DayRow | EventRow | BubbleRow

export interface DayRow {
  kind: 'day'
  key: string
  /** Local calendar day, `2026-11-21`. */
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
  /** Begins a group of one author: a household's is named. */
  first: boolean
  /** Ends a group: it has the tail. */
  last: boolean
  /** Has the time, and how far it came: once for all that share both. */
  told: boolean
}

/** Of one author, written in one go. */
const GROUP_MS = 15 * 60_000

function isGroup(above: Entry, below: Entry | undefined): boolean {
  if (above.kind !== 'bubble' || below?.kind !== 'bubble') return false
  if (above.own !== below.own || above.author_id !== below.author_id) return false
  return Date.parse(below.created_at) - Date.parse(above.created_at) < GROUP_MS
}

/**
 * The entries by days and authors.
 * @param complete the conversation begins here. Where it does not, its first day has no name yet:
 * older messages may be of the same day, and nothing that is shown moves when they come.
 */
export function conversationRows(entries: readonly Entry[], complete: boolean): Row[] {
  // The midnight of the reader.
  const dates = entries.map(({ created_at }) => dayOf(new Date(created_at)))
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
      told: !goesOn || (next?.kind === 'bubble' && next.state !== entry.state),
    })
    joins = goesOn
  })
  return rows
}
