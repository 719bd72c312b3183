export { MODERATED_MESSAGES_KEY } from './admin-held-messages.ts'
