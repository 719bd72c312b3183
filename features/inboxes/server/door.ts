export { changesOf, type StaffInbox } from './inboxes.changing.ts'
export {
  assignee,
  countRows,
  countStates,
  findHandling,
  inOrder,
  inState,
  presentRow,
  rowColumns,
} from './inboxes.queries.ts'
export { ANSWERED_TO } from './inboxes.questions.ts'
export { staffInboxes } from './inboxes.ts'
export { staffAnswer } from './mails/staff-answer.ts'
