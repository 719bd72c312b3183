import { ANSWER_BANDS, type AnswerBand } from '../answer-bands.ts'

/** What decides how early a letterbox stands among those that could be asked for a thing. */
export interface Askable {
  /** Whether it takes messages and requests, and lends. */
  can_be_asked: boolean
  /** Whether all it has of the thing is with somebody on the day that it is wanted. */
  lent: boolean
  answers: AnswerBand
  /** Whether it has not answered lately, though it was asked for a sign of life. */
  silent: boolean
  /** In metres. */
  distance: number
}

/** Up to so many metres nobody goes out of their way. */
const NEXT_DOOR = 500

/** Distances between which nobody minds are one band: up to 500 m, and from there on up to twice as far each time. */
const bandOf = (metres: number): number =>
  metres < NEXT_DOOR ? 0 : 1 + Math.floor(Math.log2(metres / NEXT_DOOR))

/** More than there are bands of distance on earth. */
const DISTANCE_BANDS = 64

/** The lower, the earlier: what counts more stands in a place farther left, as of digits. */
function rankOf({ can_be_asked, silent, lent, distance, answers }: Askable): number {
  let rank = can_be_asked ? 0 : 1
  rank = rank * 2 + (silent ? 1 : 0)
  rank = rank * 2 + (lent ? 1 : 0)
  rank = rank * DISTANCE_BANDS + bandOf(distance)
  return rank * ANSWER_BANDS.length + ANSWER_BANDS.indexOf(answers)
}

/**
 * Whom to ask first: who can be asked comes before who cannot, who answers at all before
 * who is silent, who has the thing at home before who has lent it, and who
 * is near before who is far. Among those at about the same distance who usually answers comes first.
 * @param askableOf what of a row decides
 */
export const inAskingOrder = <Row>(rows: readonly Row[], askableOf: (row: Row) => Askable): Row[] =>
  rows
    .map((row) => {
      const askable = askableOf(row)
      return { row, rank: rankOf(askable), distance: askable.distance }
    })
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance)
    .map(({ row }) => row)
