export { INBOX_VIEWS, type InboxFilter } from './data/known-lists.ts'
export { NEW_TRANSACTIONS_KEY, useNewTransactionCount } from './data/new-transactions.ts'
export { useTransactionList, useWaitingCount } from './data/transaction-lists.ts'
