export { changesOf, type StaffInbox } from './inboxes.changing.ts'
export {
  assignee,
  findHandling,
  inboxListing,
  presentRow,
  rowColumns,
} from './inboxes.queries.ts'
export { ANSWERED_TO } from './inboxes.questions.ts'
export { staffInboxes } from './inboxes.ts'
export { staffAnswer } from './mails.ts'
