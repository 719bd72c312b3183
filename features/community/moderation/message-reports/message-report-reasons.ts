/** What came of a report. */
export const MESSAGE_REPORT_OUTCOMES = ['justified', 'unfounded'] as const

/** What is done to whoever wrote it: a mail with words of the moderator's, or the account is suspended with such a mail. */
export const MESSAGE_REPORT_MEASURES = ['none', 'warn', 'suspend'] as const
export type MessageReportMeasure = (typeof MESSAGE_REPORT_MEASURES)[number]
