export { BackupAge } from './admin/backup-age.tsx'
