/** Outcome of a report. */
export const MESSAGE_REPORT_OUTCOMES = ['justified', 'unfounded'] as const

/** Measure against the author: a warning by mail, or a suspension with a mail. */
export const MESSAGE_REPORT_MEASURES = ['none', 'warn', 'suspend'] as const
export type MessageReportMeasure = (typeof MESSAGE_REPORT_MEASURES)[number]
