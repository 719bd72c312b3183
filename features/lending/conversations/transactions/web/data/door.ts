export { useAnswerHeldReply, useHeldReply } from './held-replies.ts'
export { INBOX_VIEWS, type InboxFilter } from './known-lists.ts'
export {
  SEARCHES_KEY,
  sideIdOf,
  TRANSACTIONS_KEY,
  withMessage,
  withSeen,
} from './known-transactions.ts'
export { NEW_TRANSACTIONS_KEY, useNewTransactionCount } from './new-transactions.ts'
export {
  type OpenedConversation,
  redeemLink,
  useOpenedConversation,
} from './opened-conversation.ts'
export {
  type OutgoingStep,
  outbox,
  type StepBodies,
  type StepContent,
  useOutbox,
} from './outbox.ts'
export { useOutboxDelivery } from './outbox-delivery.ts'
export { useQuotedText } from './quoted-text.ts'
export { useTransactionList, useWaitingCount } from './transaction-lists.ts'
export {
  type FoundTransaction,
  keepTransactions,
  noteView,
  refreshTransaction,
  useArchive,
  useMarkSeen,
  useMute,
  useOlderMessages,
  useTransaction,
} from './transactions.ts'
