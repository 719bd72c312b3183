import type { Bubble, Entry, Happening } from '#features/transactions/web/door.ts'
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
  /** The first message of a group of one author; somebody else of the own household is named there. */
  first: boolean
  /** The last message of a group: its bubble has the tail. */
  last: boolean
  /** Shows the time and the state below: once for all messages in a row that share both. */
  showsMeta: boolean
}

/** Whether two messages are of one author and close enough in time to form a group. */
const GROUP_MS = 15 * 60_000

function isGroup(above: Entry, below: Entry | undefined): boolean {
  if (above.kind !== 'bubble' || below?.kind !== 'bubble') return false
  if (above.automatic || below.automatic) return false
  if (above.own !== below.own || above.author_id !== below.author_id) return false
  return Date.parse(below.created_at) - Date.parse(above.created_at) < GROUP_MS
}

/**
 * The rows made before, by their entries: when older messages arrive, hardly any of thousands changes, and
 * what is the same object is not rendered again.
 */
const earlierRows = new WeakMap<Entry, EventRow | BubbleRow>()

function rowOf(row: EventRow | BubbleRow, entry: Entry): EventRow | BubbleRow {
  const earlierRow = earlierRows.get(entry)
  if (earlierRow && isSameRow(earlierRow, row)) return earlierRow
  earlierRows.set(entry, row)
  return row
}

/** Of two rows of one entry. */
function isSameRow(one: EventRow | BubbleRow, other: EventRow | BubbleRow): boolean {
  if (one.kind !== 'bubble' || other.kind !== 'bubble') return true
  return one.first === other.first && one.last === other.last && one.showsMeta === other.showsMeta
}

/**
 * Divides the entries into days and groups of one author.
 * @param complete whether the beginning of the conversation is loaded. Where it is not, the first day gets
 * no heading yet: older messages may be of the same day, and what is on the screen must not move when they
 * arrive.
 */
export function conversationRows(entries: readonly Entry[], complete: boolean): Row[] {
  // Days begin at midnight where the reader is.
  const dates = entries.map(
    (entry) => earlierRows.get(entry)?.date ?? dayOf(new Date(entry.created_at)),
  )
  const rows: Row[] = []
  let joins = false
  entries.forEach((entry, i) => {
    const date = dates[i] ?? ''
    const begins = i === 0 ? complete : date !== dates[i - 1]
    if (begins) rows.push({ kind: 'day', key: `day ${date}`, date })
    if (entry.kind === 'event') {
      rows.push(rowOf({ kind: 'event', key: entry.key, date, happening: entry }, entry))
      joins = false
      return
    }
    const next = entries[i + 1]
    const goesOn = date === dates[i + 1] && isGroup(entry, next)
    const row: BubbleRow = {
      kind: 'bubble',
      key: entry.key,
      date,
      bubble: entry,
      first: !joins,
      last: !goesOn,
      showsMeta: !goesOn || (next?.kind === 'bubble' && next.state !== entry.state),
    }
    rows.push(rowOf(row, entry))
    joins = goesOn
  })
  return rows
}
