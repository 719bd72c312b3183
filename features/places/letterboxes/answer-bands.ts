/**
 * How a letterbox usually answers: within a day, within a few days, hardly ever, or nobody can say
 * yet. In the order in which to ask them.
 */
export const ANSWER_BANDS = ['day', 'days', 'new', 'rarely'] as const
export type AnswerBand = (typeof ANSWER_BANDS)[number]
