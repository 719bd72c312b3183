import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { backupNameSchema } from './contract.ts'

export const backupSchema = z.object({
  name: z.string(),
  /** When it was made. */
  at: z.iso.datetime(),
  bytes: z.number(),
  /** False: the server may not read the file, so it cannot be downloaded here. */
  readable: z.boolean(),
})
export type Backup = z.infer<typeof backupSchema>

/**
 * Why the last backup made in the back office failed. `interrupted`: the server stopped or was killed; `other`: the
 * log says why.
 */
export const BACKUP_FAILURES = ['disk_full', 'folder', 'interrupted', 'other'] as const
export type BackupFailure = (typeof BACKUP_FAILURES)[number]

export const backupsSchema = z.object({
  /** Folder on the machine that responds. */
  folder: z.string(),
  /** False: the folder cannot be read, so `rows` is empty. */
  readable: z.boolean(),
  /** Complete backups, newest first, including those made by the command. */
  rows: z.array(backupSchema),
  /** True while a backup requested here is being made. */
  under_way: z.boolean(),
  /** Error of the last backup; null once there is a newer one. */
  failure: z.enum(BACKUP_FAILURES).nullable(),
  /** True if the newest backup is older than the operator's limit, or there is none. */
  overdue: z.boolean(),
  /** Command to restore a backup, without the backup's name. */
  command: z.string(),
})
export type Backups = z.infer<typeof backupsSchema>

/** What the staff do with backups. */
export const adminBackupsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/backups',
    summary: 'Lists the backups in the folder of the server, and the progress of a running one',
    access: 'back_office',
    status: 200,
    answer: backupsSchema,
    errors: [],
  },
  make: {
    method: 'POST',
    path: '/admin/backups/make',
    summary: 'Starts a backup in the background; does nothing if one is running',
    access: 'back_office',
    status: 200,
    answer: backupsSchema,
    errors: ['rate_limited'],
  },
  link: {
    method: 'POST',
    path: '/admin/backups/link',
    summary: 'Creates a key that downloads a backup once, within a minute',
    access: 'back_office',
    freshProof: true,
    body: z.object({ name: backupNameSchema }),
    status: 200,
    /** Null: the server may not read the file. */
    answer: z.object({ key: z.string().nullable() }),
    errors: ['not_found'],
  },
  remove: {
    method: 'POST',
    path: '/admin/backups/remove',
    summary: 'Deletes a backup',
    access: 'back_office',
    freshProof: true,
    body: z.object({ name: backupNameSchema }),
    status: 200,
    /** False: the server may not write to the folder. */
    answer: z.object({ removed: z.boolean() }),
    errors: ['not_found'],
  },
})
