export { explainConstraints } from './calls-that-write.ts'
export {
  announceChange,
  beginNow,
  beginTransaction,
  type ChangedByStep,
  changeTransaction,
  type EventRow,
  findEvent,
  isUndone,
  joinAsk,
  keepClosed,
  NO_DAYS_ASKED,
  noteActivity,
  takeBack,
} from './changing.ts'
export {
  countAccepted,
  countActiveLenders,
  countLendersByRegion,
  countLoans,
  countLoansByItem,
  countLoansByMonth,
  countLoansByRegion,
  countLoansOf,
  countOfAccount,
  countRequested,
  countRequestedFar,
  countRequests,
  countRequestsByItem,
  listRunningOf,
  type RegionalCount,
} from './counting.ts'
export { dayInWords, timeInWords, wantedInWords } from './days/days-in-words.ts'
export { endsUnfetched, fetchPlan } from './days/fetching.rules.ts'
export {
  daysAfter,
  firstDayOf,
  isWaking,
  lastDayOf,
  lastDayOfPromise,
  loanMomentOf,
  type Moment,
  nextWaking,
} from './days/loan-clock.ts'
export { findTakenDays, findWantedDays } from './days/taken-days.queries.ts'
export { handOverConversations } from './handing-over.ts'
export { holdAccounts } from './holding-accounts.ts'
export { itemColumns } from './item-columns.ts'
export { lending } from './lending.queries.ts'
export { listTransactions, readTransaction } from './listing.ts'
export {
  afterLock,
  type EndOfHistory,
  everybodyOf,
  findEndsOfHistories,
  lockOwnTransaction,
  lockRows,
  lockTransaction,
  type OwnTransaction,
  readClock,
  siblingsOf,
} from './locking.ts'
export { type Asking, answerUrlsOf, askingParts } from './mails/answer-buttons.ts'
export { asLine, nameOrSomebody } from './mails/somebody.ts'
export { warnedQuote } from './mails/warned-quote.ts'
export { checkMessageQuotas, lockAuthor } from './messages/message-quotas.queries.ts'
export { tellOfMessage } from './messages/new-message-notice.ts'
export { noteStepTaken } from './messages/seeing.ts'
export {
  deliverMessage,
  findSent,
  type MessageRow,
  type NewMessage,
  refuseMessages,
  storeMessage,
} from './messages/storing.ts'
export { appendMessage } from './messages/writing.ts'
export { warningsOf } from './screening/message-warnings.ts'
export { tellModerators } from './screening/moderators-notice.ts'
export { keyOfText, type Screening, screenRequest } from './screening/screening.ts'
export { countWaiting, isFreeToDecide, waits } from './screening/waiting-messages.queries.ts'
export type { LockedSending, Sending } from './sending.ts'
export {
  countWaitingThanks,
  isThankedFor,
  keepThanksHidden,
  settleThanks,
  storeThanks,
  thanksWait,
} from './thanks.queries.ts'
export { findKnownName, findNameFor, findNamesFor, findSenderName } from './transactions.queries.ts'
export {
  checkDays,
  HANDOVER_GRACE_MS,
  type LoanDays,
  lentRange,
  loanDays,
  nextInstant,
  sideOf,
  type View,
} from './transactions.rules.ts'
export { liveSource, transactions } from './transactions.ts'
export { findView, unarchive } from './views.queries.ts'
export { findReceivers, findReceiversOf, type Receiver } from './who-is-told.ts'
export {
  belongsTo,
  findHousehold,
  findSpeaker,
  idsOf,
  isOfMember,
  isOfOwn,
  isSeenByAccount,
  isSide,
  lends,
  peopleOf,
  type Speaker,
  type SpeakerValues,
  type SpeaksFor,
  sideIdOf,
  speakerIn,
  speakerOf,
  speaksFor,
  valuesOf,
} from './who-sees.ts'
