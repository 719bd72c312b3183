export {
  closeAllConversations,
  closeConversations,
  lockPair,
  lockWithOthers,
  reopenAllConversations,
  reopenConversations,
} from './closing.ts'
export { lentRange } from './loan-days.rules.ts'
export { loans } from './loans.ts'
export { WAITING } from './questions.ts'
