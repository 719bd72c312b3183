export {
  useAdminFeedback,
  useAdminFeedbackById,
  useAdminReport,
  useAdminReports,
  useDecide,
  useHeldMessages,
  useMessageReports,
} from './admin-inboxes.ts'
