/** What the staff look after: each kind has a tab of the queue. */
export const CASE_KINDS = ['report', 'feedback', 'message_report', 'held_message'] as const
export type CaseKind = (typeof CASE_KINDS)[number]

/** Outcomes of reports of letterboxes and of feedback. */
export const CASE_OUTCOMES = ['done', 'nothing_to_do', 'duplicate'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

/** Outcomes of reports of messages. */
export const MESSAGE_REPORT_OUTCOMES = ['justified', 'unfounded'] as const

/** Measure against the author: a warning by mail, or a suspension with a mail. */
export const MESSAGE_REPORT_MEASURES = ['none', 'warn', 'suspend'] as const
export type MessageReportMeasure = (typeof MESSAGE_REPORT_MEASURES)[number]
