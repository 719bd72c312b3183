export { MODERATED_MESSAGES_KEY } from '../admin/data/held-messages.ts'
