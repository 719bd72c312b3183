export {
  type Inbox,
  InboxScreen,
  statesOfInbox,
  type TranslateInbox,
} from './admin/inbox-screen.tsx'
export { default as inboxesClasses } from './admin/inboxes.module.css'
export { ReadBy } from './admin/read-by.tsx'
