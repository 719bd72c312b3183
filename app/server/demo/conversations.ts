import type { messages } from '#features/lending/conversations/messages/tables.ts'
import type { transaction_thanks } from '#features/lending/conversations/thanks/tables.ts'
import type {
  transaction_events,
  transactions,
} from '#features/lending/conversations/transactions/tables.ts'
import type { transaction_views } from '#features/lending/conversations/views/tables.ts'
import { lentRange } from '#features/lending/loans/server/door.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Moment, Script } from './conversation-scripts.ts'
import { atHour, awake, dayOf, daysLater, weekdayOf } from './demo-days.ts'
import type { LentThings } from './lent-things.ts'
import type { Neighbour } from './neighbours.ts'
import type { Random } from './random.ts'

type TransactionRow = typeof transactions.$inferInsert & { id: string; created_at: Date }
type EventRow = typeof transaction_events.$inferInsert
type MessageRow = typeof messages.$inferInsert & { created_at: Date }

export interface Conversation {
  transaction: TransactionRow
  events: EventRow[]
  messages: MessageRow[]
  thanks: (typeof transaction_thanks.$inferInsert)[]
  views: (typeof transaction_views.$inferInsert)[]
}

export interface Parties {
  borrower: Neighbour
  lender: Neighbour
}

export interface Scene {
  itemId: number
  start: Date
  now: Date
  /** Number of unread messages at the end. */
  unseen: number
  lent: LentThings
  /** Wanted days; by default those of hand-over and return. */
  days?: { from: string; until: string } | null | undefined
  /** Hour of the hand-over. */
  hour?: number | undefined
  askId?: string | undefined
  /** People sleep at night: moments then move to the morning. */
  sleeping?: boolean
}

type Timed = Moment & { at: number }

/** The time of each moment, including future ones. */
function timed(random: Random, script: Script, { start, sleeping }: Scene): Timed[] {
  let at = start.getTime()
  return script.timeline.map((moment, index) => {
    const minutes = random.int(1, 40)
    at += moment.after * HOUR_MS + minutes * MINUTE_MS
    if (sleeping && moment.by !== null) at = awake(at)
    // Keeps the order of moments within one minute.
    return { ...moment, at: at + index }
  })
}

function daysOf(moments: Timed[], days: Scene['days']) {
  if (days !== undefined) return days
  const fetched = moments.find(({ does }) => does === 'handed_over')
  const back = moments.find(({ does }) => does === 'returned')
  return fetched && back ? { from: dayOf(fetched.at), until: dayOf(back.at) } : null
}

/** Days later that the lender proposes instead. */
const DAYS_PROPOSED = 2

function changed(row: TransactionRow, moment: Timed, hour: number): TransactionRow {
  const { wanted_from, wanted_until } = row
  switch (moment.does) {
    case undefined:
      return row
    case 'proposed': {
      const later = (day: string | null | undefined) => day && daysLater(day, DAYS_PROPOSED)
      const dates = { wanted_from: later(wanted_from), wanted_until: later(wanted_until) }
      return { ...row, ...dates, dates_by: moment.by ?? 'borrower' }
    }
    case 'accepted': {
      const from = wanted_from ?? dayOf(moment.at)
      const handover_at = atHour(from, hour)
      const until = wanted_until ?? null
      return {
        ...row,
        status: 'accepted',
        handover_at,
        return_by: until,
        handover_note: moment.by === 'lender' ? (moment.says ?? null) : null,
        lent: lentRange({ handover_at, from, until }),
        copy: 0,
      }
    }
    default:
      return { ...row, status: moment.does }
  }
}

function eventOf(random: Random, row: TransactionRow, moment: Timed, parties: Parties): EventRow {
  const { wanted_from, wanted_until, handover_at, return_by } = row
  return {
    id: random.uuid(),
    transaction_id: row.id,
    status: row.status ?? 'requested',
    at: new Date(moment.at),
    side: moment.by,
    by_id: moment.by && parties[moment.by].user.id,
    reason: moment.does === 'proposed' ? 'another_day' : (moment.reason ?? null),
    wanted_from,
    wanted_until,
    handover_at,
    return_by,
  }
}

function messagesOf(
  random: Random,
  moments: Timed[],
  row: TransactionRow,
  { parties, scene }: { parties: Parties; scene: Scene },
): MessageRow[] {
  const said = moments.filter(({ says, by }) => says && by)
  return said.map(({ by, says = '', at }, index) => {
    const [from, to] =
      by === 'borrower' ? [parties.borrower, parties.lender] : [parties.lender, parties.borrower]
    const seen = index < said.length - scene.unseen
    return {
      id: random.uuid(),
      transaction_id: row.id,
      from_id: from.user.id,
      to_id: to.user.id,
      author_id: from.user.id,
      text: says,
      created_at: new Date(at),
      seen_at: seen ? new Date(Math.min(at + 20 * MINUTE_MS, scene.now.getTime())) : null,
    }
  })
}

function thanksOf(
  script: Script,
  { transaction, parties, now }: { transaction: TransactionRow; parties: Parties; now: Date },
): Conversation['thanks'] {
  if (transaction.status !== 'returned') return []
  return (script.thanks ?? []).flatMap(({ by, after, says, shown }) => {
    const at = (transaction.updated_at?.getTime() ?? 0) + after * HOUR_MS
    if (at > now.getTime()) return []
    const other = by === 'borrower' ? 'lender' : 'borrower'
    const people = { by_id: parties[by].user.id, to_id: parties[other].user.id }
    const text = says ?? null
    return [
      {
        transaction_id: transaction.id,
        side: by,
        ...people,
        text,
        shown,
        created_at: new Date(at),
      },
    ]
  })
}

/** Fills the loan's weekdays into the messages. */
function withWeekdays(moments: Timed[], days: Scene['days'], lang: Script['lang']): Timed[] {
  if (!days) return moments
  const [from, until] = [weekdayOf(days.from, lang), weekdayOf(days.until, lang)]
  return moments.map((moment) => ({
    ...moment,
    ...(moment.says && {
      says: moment.says.replaceAll('{from}', from).replaceAll('{until}', until),
    }),
  }))
}

/**
 * Plays a script between two households up to the present. Null if the item is lent to another person on these days.
 */
export function play(
  random: Random,
  script: Script,
  parties: Parties,
  scene: Scene,
): Conversation | null {
  const { itemId, now, lent, hour = random.pick([9, 10, 17, 18, 19]) } = scene
  const planned = timed(random, script, scene)
  const days = daysOf(planned, scene.days)
  const moments = withWeekdays(planned, days, script.lang).filter(({ at }) => at < now.getTime())
  const [first] = moments
  if (!first) return null
  const id = random.uuid()
  let row: TransactionRow = {
    id,
    status: 'requested',
    item_id: itemId,
    borrower_id: parties.borrower.user.id,
    lender_id: parties.lender.user.id,
    wanted_from: days?.from ?? null,
    wanted_until: days?.until ?? null,
    ask_id: scene.askId ?? null,
    created_at: new Date(first.at),
  }
  const events = [eventOf(random, row, first, parties)]
  for (const moment of moments) {
    if (!moment.does) continue
    row = changed(row, moment, hour)
    events.push(eventOf(random, row, moment, parties))
  }
  if (row.status === 'accepted' || row.status === 'handed_over') {
    const taken = { from: row.wanted_from ?? dayOf(first.at), until: row.wanted_until ?? null }
    const thing = `${parties.lender.user.id} ${itemId}`
    const copy = lent.take(thing, taken, parties.lender.copies?.get(itemId) ?? 1)
    if (copy === null) return null
    row.copy = copy
  }
  const answer = moments.find(({ by }) => by === 'lender')
  const transaction: TransactionRow = {
    ...row,
    answered_at: answer ? new Date(answer.at) : null,
    updated_at: new Date(moments.at(-1)?.at ?? first.at),
  }
  return {
    transaction,
    events,
    messages: messagesOf(random, moments, row, { parties, scene }),
    thanks: thanksOf(script, { transaction, parties, now }),
    views: [],
  }
}
