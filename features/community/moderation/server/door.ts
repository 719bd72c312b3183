export { countOpenFeedback } from './admin/feedback.queries.ts'
export { countOpenMessageReports } from './admin/message-reports.queries.ts'
export { moderation } from './moderation.ts'
export { countOpenReports } from './reports.queries.ts'
