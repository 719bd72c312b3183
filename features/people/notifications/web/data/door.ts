export { NOTIFICATIONS_KEY } from './notifications.ts'
