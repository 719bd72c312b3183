export {
  useAdminFeedback,
  useAdminFeedbackById,
  useAdminReport,
  useAdminReports,
} from './admin-inboxes.ts'
