export { userSettings } from './user-settings.ts'
