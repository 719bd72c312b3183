export { explainConstraints, inTransaction } from './calls-that-write.ts'
export {
  announceChange,
  beginNow,
  beginTransaction,
  changeTransaction,
  joinAsk,
  keepClosed,
  noteActivity,
  takeBack,
} from './changing.ts'
export { handOverTransactions } from './handing-over.ts'
export { holdAccounts } from './holding-accounts.ts'
export {
  afterLock,
  lockOwnTransaction,
  lockRows,
  lockTransaction,
  nextInstant,
  type OwnTransaction,
  siblingsOf,
} from './locking.ts'
export { findIdsBetween } from './merging.ts'
export type { LockedSending, Sending } from './sending.ts'
export { beginStep, beginUndoing } from './stepping.ts'
export { transactions } from './transactions.ts'
