export {
  closeAllConversations,
  closeConversations,
  lockPair,
  lockWithOthers,
  reopenAllConversations,
  reopenConversations,
} from './loans.closing.ts'
export { loans } from './loans.ts'
