/** A promise that begins within so many days keeps a thing from being back. */
export const DAYS_AHEAD = 7

/** A member's place in the line for a thing. */
export interface Place {
  created_at: Date
  expires_at: Date
  /** Null before the turn. */
  turn_until: Date | null
  /** Waiting is pointless: the sticker is gone, the member has asked or was blocked, and the like. */
  ended: boolean
  /** The member has asked in the turn, and the lender has not answered. It reserves a copy. */
  asking: boolean
  /** The letterbox cannot be asked, or the member cannot be notified, for the time being. */
  paused: boolean
}

/** The thing that a line waits for. */
export interface Copies {
  copies: number
  /** Copies that are out, or promised for the next {@link DAYS_AHEAD} days. */
  taken: number
}

export interface Steps<Row> {
  /** Waits to delete. Members hear of those that have expired. */
  end: Row[]
  expire: Row[]
  /** Turns that end early, since the copy is gone again: the members keep their places. */
  takeBack: Row[]
  begin: Row[]
}

export const isBack = ({ copies, taken }: Copies): boolean => taken < copies

/** The members who stand in line, the first one first. */
export const inLine = <Row extends Place>(places: readonly Row[]): Row[] =>
  places.filter(({ ended, asking }) => !ended && !asking)

/**
 * What to do about the line for a thing: one turn for each copy that is free, in the order of the line.
 * @param places the first one first
 */
export function stepsFor<Row extends Place>(
  places: readonly Row[],
  { copies, taken }: Copies,
  now: Date,
): Steps<Row> {
  const line = inLine(places)
  const hasTurn = ({ turn_until }: Row) => turn_until !== null
  const turns = line.filter(({ turn_until }) => turn_until !== null && turn_until > now)
  const lapsed = line.filter(({ turn_until }) => turn_until !== null && turn_until <= now)
  const expire = line.filter((row) => !hasTurn(row) && row.expires_at <= now)
  const asking = places.filter((row) => !row.ended && row.asking).length
  const room = Math.max(0, copies - taken - asking)
  const kept = turns.filter(({ paused }) => !paused).slice(0, room)
  const waiting = line.filter((row) => !hasTurn(row) && !row.paused && row.expires_at > now)
  return {
    end: [...places.filter(({ ended }) => ended), ...lapsed],
    expire,
    takeBack: turns.filter((row) => !kept.includes(row)),
    begin: waiting.slice(0, room - kept.length),
  }
}
