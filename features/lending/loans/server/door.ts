export {
  closeAllConversations,
  closeConversations,
  lockPair,
  lockWithOthers,
  reopenAllConversations,
  reopenConversations,
} from './closing.ts'
export { loans } from './loans.ts'
