/** Decisions of the staff against a person, who can object to them. */
export const DECISION_KINDS = [
  'letterbox_hidden',
  'account_suspended',
  'message_refused',
  'author_warned',
] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** Basis of a decision: the community's terms, or a law that the reason names. */
export const DECISION_GROUNDS = ['terms', 'law'] as const
export type DecisionGround = (typeof DECISION_GROUNDS)[number]

/** Outcome of an objection: the decision is upheld or reversed. */
export const OBJECTION_OUTCOMES = ['upheld', 'reversed'] as const
export type ObjectionOutcome = (typeof OBJECTION_OUTCOMES)[number]

/** What the yearly report counts. */
export const YEAR_COUNTS = [
  'report',
  'message_report',
  'held_message',
  'decision',
  'objection',
] as const

export const OBJECTION_MAX_LENGTH = 2000
export const MEASURE_REASON_MAX_LENGTH = 1000
