export {
  type Bubble,
  conversationEntries,
  type Entry,
  type Happening,
  lastHappening,
  otherParty,
  plainText,
} from './conversation.ts'
export { useAnswerHeldReply, useHeldReply } from './data/held-replies.ts'
export { useQuotedText } from './data/quoted-text.ts'
export { FailureNotice, LogInHere, needsLogin } from './failure-notice.tsx'
export { isTooLong, lengthOf } from './message-length.ts'
export { clockTime, dayName, shortTime } from './message-time.ts'
