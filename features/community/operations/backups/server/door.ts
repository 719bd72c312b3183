export { backups } from './backups.ts'
