import { MINUTE_MS } from '#platform/shared/durations.ts'

/** A promise that begins within so many days keeps a thing from being back. */
export const DAYS_AHEAD = 7
/** If the end of a turn is noticed later than this, the server was down and the member could not ask. */
const NOTICED_WITHIN_MS = 10 * MINUTE_MS

/** What a wait is worth now; the first one that holds. */
export type PlaceState =
  /** The member has asked in the turn, and the lender has not answered. It reserves a copy. */
  | 'asking'
  /** The member or the household has asked: the wait is over. */
  | 'asked'
  /** The letterbox does not lend the thing any more: the wait is over. */
  | 'gone'
  /** This member cannot ask there for the time being; the line goes on without them. */
  | 'barred'
  /** Nobody can ask there for the time being, or be notified of a request. */
  | 'paused'
  | 'open'

/** A member's place in the line for a thing. */
export interface Place {
  state: PlaceState
  created_at: Date
  expires_at: Date
  /** Null before the turn. */
  turn_until: Date | null
}

/** The thing that a line waits for. */
export interface Copies {
  copies: number
  /** Copies that are out, or promised for the next {@link DAYS_AHEAD} days. */
  taken: number
}

export interface Steps<Row> {
  /** Waits that end without a notice: the member has asked, or knows since the turn began that it would end. */
  end: Row[]
  /** Waits that end with a notice, since the member could not know. */
  giveUp: Row[]
  /** Turns that end early: the members keep their places. */
  takeBack: Row[]
  begin: Row[]
}

export const isBack = ({ copies, taken }: Copies): boolean => taken < copies

export const isWaiting = ({ state }: Place): boolean =>
  state === 'open' || state === 'paused' || state === 'barred'

/** The members who stand in line, the first one first. */
export const inLine = <Row extends Place>(places: readonly Row[]): Row[] =>
  places.filter(({ state }) => state === 'open' || state === 'paused')

/**
 * What to do about the line for a thing: one turn for each copy that is free, in the order of the line.
 * @param places the first one first
 */
export function stepsFor<Row extends Place>(
  places: readonly Row[],
  { copies, taken }: Copies,
  now: Date,
): Steps<Row> {
  const inState = (state: PlaceState) => places.filter((row) => row.state === state)
  const waiting = places.filter(isWaiting)
  const hasTurn = ({ turn_until }: Row) => turn_until !== null
  const isOver = ({ turn_until }: Row) => turn_until !== null && turn_until <= now
  const isOverLate = ({ turn_until }: Row) =>
    turn_until !== null && turn_until.getTime() <= now.getTime() - NOTICED_WITHIN_MS
  const isExpired = ({ expires_at }: Row) => expires_at <= now

  const running = waiting.filter((row) => hasTurn(row) && !isOver(row))
  const room = Math.max(0, copies - taken - inState('asking').length)
  const kept = running.filter(({ state }) => state === 'open').slice(0, room)
  const missed = waiting.filter(isOverLate)
  const next = inState('open').filter(
    (row) => (!hasTurn(row) || isOverLate(row)) && !isExpired(row),
  )
  const gone = inState('gone')
  return {
    end: [
      ...inState('asked'),
      ...gone.filter(hasTurn),
      ...waiting.filter((row) => isOver(row) && !isOverLate(row)),
    ],
    giveUp: [
      ...gone.filter((row) => !hasTurn(row)),
      ...waiting.filter((row) => !hasTurn(row) && isExpired(row)),
    ],
    takeBack: [...running.filter((row) => !kept.includes(row)), ...missed],
    begin: next.slice(0, room - kept.length),
  }
}
