export { changesOf, type StaffInbox } from './changing.ts'
export {
  assignee,
  findHandling,
  inboxListing,
  presentRow,
  rowColumns,
} from './inboxes.queries.ts'
export { staffInboxes } from './inboxes.ts'
export { staffAnswer } from './mails.ts'
export { ANSWERED_TO } from './questions.ts'
