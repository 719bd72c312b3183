export { countOpenFeedback } from './admin/feedback.queries.ts'
export { generalFeedbacks } from './general-feedbacks.ts'
