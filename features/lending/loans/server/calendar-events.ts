import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import type {
  HandoverSpot,
  Transaction,
} from '#features/lending/conversations/transactions/contract.ts'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { dayIn } from '#platform/server/community-day.ts'
import { texts } from '#platform/server/texts.ts'
import { HOUR_SECONDS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Language } from '#platform/shared/languages.ts'

/** Minutes that a hand-over takes at most. */
const HANDOVER_MINUTES = 30
/** Seconds before the hand-over at which the calendar reminds of it. */
const HANDOVER_ALARM = HOUR_SECONDS
/** Seconds before the return day begins: ten in the morning of the day before. */
const RETURN_ALARM = 14 * HOUR_SECONDS

/** The name of the calendar file. */
export const calendarFileName = (lang: Language) => texts('loans', lang)('papers.calendar.file')

/** @param other null if the other side shows no name */
function summaryOf(
  event: 'handover' | 'back',
  { side, lang, transaction }: CalendarView,
  other: string | null,
): string {
  const t = texts('loans', lang)
  const { name: item } = transaction.item
  return other
    ? t(`papers.calendar.${event}.${side}.named`, { item, other })
    : t(`papers.calendar.${event}.${side}.nameless`, { item })
}

export interface CalendarView {
  /** As the viewer sees it. */
  transaction: Transaction
  side: LoanSide
  lang: Language
  /** Where the viewer opens the conversation. */
  url: string
  timeZone: string
}

const inOneLine = (spot: HandoverSpot) =>
  [spot.address, spot.address_addition, `${spot.postcode} ${spot.city}`].filter(Boolean).join(', ')

/** An all-day event. The instant is midnight UTC, since only its date is written. */
const allDay = (day: string) => ({ start: new Date(`${day}T00:00:00Z`), allDay: true })

const alarm = (seconds: number) => [{ type: ICalAlarmType.display, trigger: seconds }]

/**
 * When the thing is fetched: a time, or else the first known day; null if there is none. Once it was fetched on
 * another day, that day counts.
 */
function handoverOf({ transaction, timeZone }: CalendarView, accepted: string) {
  const { handover_at, wanted_from, away_since } = transaction
  const agreedDay = handover_at && dayIn(timeZone, new Date(handover_at))
  if (away_since && away_since !== agreedDay) return allDay(away_since)
  if (handover_at) {
    const start = new Date(handover_at)
    return { start, end: new Date(start.getTime() + HANDOVER_MINUTES * MINUTE_MS) }
  }
  if (!wanted_from) return null
  const day = dayIn(timeZone, new Date(accepted))
  return allDay(wanted_from < day ? day : wanted_from)
}

function eventsOf(view: CalendarView, accepted: string): ICalEventData[] {
  const { transaction, side, url } = view
  const { id, status, events, spot, handover_note } = transaction
  const party = side === 'borrower' ? transaction.renter : transaction.borrower
  const other = party?.firstname ?? null
  const isAgreed = status === 'accepted' || status === 'handed_over' || status === 'returned'
  const host = new URL(url).hostname
  const commonFields = {
    status: isAgreed ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    // Each event of the transaction makes the file a newer version.
    sequence: events.length,
    stamp: new Date(events.at(-1)?.at ?? accepted),
    location: spot && inOneLine(spot),
    description: [handover_note, url].filter(Boolean).join('\n\n'),
    url,
  }
  const calendarEvents: ICalEventData[] = []
  const handover = handoverOf(view, accepted)
  if (handover) {
    const hasAlarm = 'end' in handover && status === 'accepted'
    calendarEvents.push({
      ...commonFields,
      ...handover,
      id: `${id}-handover@${host}`,
      summary: summaryOf('handover', view, other),
      alarms: hasAlarm ? alarm(HANDOVER_ALARM) : [],
    })
  }
  if (transaction.return_by) {
    const isStillToReturn = status === 'accepted' || status === 'handed_over'
    calendarEvents.push({
      ...commonFields,
      ...allDay(transaction.return_by),
      id: `${id}-return@${host}`,
      summary: summaryOf('back', view, other),
      alarms: isStillToReturn ? alarm(RETURN_ALARM) : [],
    })
  }
  return calendarEvents
}

/** The last yes to the request, or the event with which the lender noted the loan; not a later change of days. */
const yesOf = ({ events }: Transaction) =>
  events.findLast(
    ({ status, reason }) => (status === 'accepted' && reason === null) || reason === 'noted',
  )

/**
 * The hand-over and the return as an iCalendar file (RFC 5545). Times are written in UTC, which needs no time
 * zone table; days are those of the community. Null if there was no yes or no day.
 */
export function renderLoanCalendar(view: CalendarView): string | null {
  const accepted = yesOf(view.transaction)
  const events = accepted ? eventsOf(view, accepted.at) : []
  if (events.length === 0) return null
  return ical({
    prodId: producer(view.lang),
    method: ICalCalendarMethod.PUBLISH,
    events,
  }).toString()
}

const producer = (language: Language) => ({ company: 'Letterlend', product: 'loans', language })

/** How often a calendar program should reload, in seconds. */
const LOOK_AGAIN = HOUR_SECONDS

/** Many loans as one calendar for subscription; each event is the same as in the file of its loan. */
export function renderCalendarFeed(
  views: CalendarView[],
  { lang, brand }: { lang: Language; brand: string },
): string {
  const events = views.flatMap((view) => {
    const accepted = yesOf(view.transaction)
    return accepted ? eventsOf(view, accepted.at) : []
  })
  const name = texts('loans', lang)('papers.calendar.feed', { brand })
  return ical({ prodId: producer(lang), name, ttl: LOOK_AGAIN, events }).toString()
}
