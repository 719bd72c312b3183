export { keepAnswers } from './answers.queries.ts'
export { type Askable, inAskingOrder } from './asking-order.rules.ts'
export { findBlockedLetterboxes, isBlockedFor } from './blocks.queries.ts'
export { confirmItems, markAsAsked, stopReminders } from './confirmation.queries.ts'
export { endHolidays, setHoliday } from './holidays.ts'
export { isReachable, isReachableNow } from './reach.ts'
export {
  countSilences,
  endUnclaimed,
  NO_QUESTION,
  NO_SILENCE,
  noteClaimMail,
  noteSilence,
  noteUnclaimed,
  placeUnclaimed,
  signOfLife,
} from './signs.queries.ts'
