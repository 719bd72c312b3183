export { type Inbox, InboxScreen, statesOfInbox, type TranslateInbox } from './inbox-screen.tsx'
export { default as inboxesClasses } from './inboxes.module.css'
export { ReadBy } from './read-by.tsx'
