/** What the staff decides against somebody that they can object to. */
export const DECISION_KINDS = [
  'letterbox_hidden',
  'account_suspended',
  'message_refused',
  'author_warned',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** What it rests on: the terms of the community, or a law that the reason names. */
export const DECISION_GROUNDS = ['terms', 'law'] as const
export type DecisionGround = (typeof DECISION_GROUNDS)[number]

/** What comes of an objection: the decision stays, or is taken back. */
export const OBJECTION_OUTCOMES = ['upheld', 'reversed'] as const
export type ObjectionOutcome = (typeof OBJECTION_OUTCOMES)[number]

/** What is counted of a year. */
export const YEAR_COUNTS = [
  'report',
  'message_report',
  'held_message',
  'decision',
  'objection',
] as const

export const OBJECTION_MAX_LENGTH = 2000
export const MEASURE_REASON_MAX_LENGTH = 1000
