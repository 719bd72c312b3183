export {
  useAdminFeedback,
  useAdminFeedbackById,
  useAdminReport,
  useAdminReports,
} from '../admin/data/inboxes.ts'
