export { listTransactions, readTransaction } from './listing.ts'
export { lists, liveSource } from './lists.ts'
