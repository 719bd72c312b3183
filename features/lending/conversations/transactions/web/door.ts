export {
  type Bubble,
  conversationEntries,
  type Entry,
  type Happening,
  lastHappening,
  otherParty,
  plainText,
} from './conversation/conversation.ts'
export { FailureNotice, LogInHere, needsLogin } from './conversation/failure-notice.tsx'
export { isTooLong, lengthOf } from './conversation/message-length.ts'
export { clockTime, dayName, shortTime } from './conversation/message-time.ts'
export { placeOf, usePartyName } from './conversation/party-name.ts'
