/** The reasons for reporting a message; the web app has the labels. */
export const MESSAGE_REPORT_REASONS = ['money', 'rude', 'unwanted', 'other'] as const
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number]
