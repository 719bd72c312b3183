import { ANSWER_BANDS, type AnswerBand } from '../../answer-bands.ts'

/** The properties that decide a letterbox's rank among those that could be asked for an item. */
export interface Askable {
  /** Whether it accepts messages and requests, and lends. */
  can_be_asked: boolean
  /** Whether all copies of the item are lent on the wanted day. */
  lent: boolean
  answers: AnswerBand
  /** Whether its owner has not answered a request for a sign of life. */
  silent: boolean
  /** In metres. */
  distance: number
}

/** Within this many metres, distance does not matter. */
const NEXT_DOOR = 500

/** Groups distances that feel equally far: up to 500 m, then doubling with each band. */
const bandOf = (metres: number): number =>
  metres < NEXT_DOOR ? 0 : 1 + Math.floor(Math.log2(metres / NEXT_DOOR))

/** Exceeds the number of distance bands on earth. */
const DISTANCE_BANDS = 64

/** Lower ranks come first. The criteria act like digits of a number, the most important one first. */
function rankOf({ can_be_asked, silent, lent, distance, answers }: Askable): number {
  let rank = can_be_asked ? 0 : 1
  rank = rank * 2 + (silent ? 1 : 0)
  rank = rank * 2 + (lent ? 1 : 0)
  rank = rank * DISTANCE_BANDS + bandOf(distance)
  return rank * ANSWER_BANDS.length + ANSWER_BANDS.indexOf(answers)
}

/**
 * Sorts letterboxes by whom to ask first: those that can be asked, then those that are not silent, then those that have
 * the item at home, then by distance band. Within a band, those that usually answer come first.
 * @param askableOf returns the deciding properties of a row
 */
export const inAskingOrder = <Row>(rows: readonly Row[], askableOf: (row: Row) => Askable): Row[] =>
  rows
    .map((row) => {
      const askable = askableOf(row)
      return { row, rank: rankOf(askable), distance: askable.distance }
    })
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance)
    .map(({ row }) => row)
