export { storeMovedTours, toursSeen } from './user-settings.queries.ts'
export { userSettings } from './user-settings.ts'
