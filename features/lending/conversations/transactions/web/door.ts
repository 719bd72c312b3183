export {
  mergeTransactions,
  SEARCHES_KEY,
  sideIdOf,
  TRANSACTIONS_KEY,
  WAITING_COUNT_KEY,
  withMessage,
  withSeen,
} from './data/known-transactions.ts'
export {
  type OpenedConversation,
  redeemLink,
  useOpenedConversation,
} from './data/opened-conversation.ts'
export {
  addOwnMessage,
  type FoundTransaction,
  keepTransactions,
  noteView,
  refreshTransaction,
  useArchive,
  useKnownTransactions,
  useMarkSeen,
  useMute,
  useOlderMessages,
  useTransaction,
} from './data/transactions.ts'
