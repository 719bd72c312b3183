/** What can be wrong with a message; the web app has the words for each. */
export const MESSAGE_REPORT_REASONS = ['money', 'rude', 'unwanted', 'other'] as const
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number]

/** In characters, of what is said besides the reason. */
export const MESSAGE_REPORT_MAX_LENGTH = 500

/** What came of a report. */
export const MESSAGE_REPORT_OUTCOMES = ['justified', 'unfounded'] as const
