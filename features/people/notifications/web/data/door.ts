export { NOTIFICATIONS_KEY, useNotifications } from './notifications.ts'
