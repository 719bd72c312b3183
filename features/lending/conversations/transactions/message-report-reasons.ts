/** What can be wrong with a message; the web app has the words for each. */
export const MESSAGE_REPORT_REASONS = ['money', 'rude', 'unwanted', 'other'] as const
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number]
