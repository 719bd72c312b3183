export { BackupAge } from './backup-age.tsx'
