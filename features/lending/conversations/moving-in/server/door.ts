export {
  findConversations,
  findConversationsOf,
  findSeen,
  removeMovedConversations,
  removeMovedMessages,
  setSeen,
  settleMoved,
  storeMovedConversations,
  storeMovedMessages,
} from './moving-in.ts'
