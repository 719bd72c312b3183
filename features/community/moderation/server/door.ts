export { countOpen } from './admin/cases.queries.ts'
export { countOpenMessageReports } from './admin/message-reports.queries.ts'
export { countOpenReports } from './admin/reports-and-feedback.queries.ts'
export { moderation } from './moderation.ts'
export {
  closeMovedReports,
  findMovedReports,
  type MovedReport,
  removeMovedReports,
  storeMovedReports,
} from './moving-in.ts'
