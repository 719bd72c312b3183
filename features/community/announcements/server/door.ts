export { announcements } from './announcements.ts'
