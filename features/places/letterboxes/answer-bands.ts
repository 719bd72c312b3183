/**
 * How a letterbox usually answers: within a day, within a few days, not known yet, or rarely. Sorted by whom to ask
 * first.
 */
export const ANSWER_BANDS = ['day', 'days', 'new', 'rarely'] as const
export type AnswerBand = (typeof ANSWER_BANDS)[number]
