import type { Feature } from '#platform/server/feature.ts'
import { makingBackups } from './backups.jobs.ts'
import { addBackupRoutes } from './backups.routes.ts'
import { backupDownloaded } from './mails.ts'

export const backups: Feature = {
  name: 'backups',
  routes: addBackupRoutes,
  mails: [backupDownloaded],
  jobs: [makingBackups],
}
