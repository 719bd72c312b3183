export { SettingsWatch, settings } from './settings.ts'
