import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

/** As `npm run backup` names them: never a path. */
const backupNameSchema = z
  .string()
  .max(70)
  .regex(/^letterlend-[a-z0-9]{8}-[\dTZ-]+\.backup\.gz$/)

export const backupSchema = z.object({
  name: z.string(),
  /** The moment of which it is. */
  at: z.iso.datetime(),
  bytes: z.number(),
  /** False: the server may not read the file, so nobody can download it here. */
  readable: z.boolean(),
})
export type Backup = z.infer<typeof backupSchema>

/**
 * Why the last one that was asked for in the back office came to nothing. `interrupted`: the server stopped or was killed;
 * `other`: its log says why.
 */
export const BACKUP_FAILURES = ['disk_full', 'folder', 'interrupted', 'other'] as const
export type BackupFailure = (typeof BACKUP_FAILURES)[number]

export const backupsSchema = z.object({
  /** Where they lie, on the machine that answers. */
  folder: z.string(),
  /** False: the folder cannot be read, and `rows` is empty for that. */
  readable: z.boolean(),
  /** The whole ones, the newest first, whoever made them. */
  rows: z.array(backupSchema),
  /** Whether one is being made that was asked for here. */
  under_way: z.boolean(),
  /** Of the last one; null once there is a newer backup. */
  failure: z.enum(BACKUP_FAILURES).nullable(),
  /** Whether the newest one is older than the operator wants, or there is none. */
  overdue: z.boolean(),
  /** What is typed on the server before the name of a backup to restore it. */
  command: z.string(),
})
export type Backups = z.infer<typeof backupsSchema>

/** How long a link works that downloads one. */
export const LINK_SECONDS = 60

export const backupsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/backups',
    summary: 'The backups in the folder of the server, and how the making of one goes',
    access: 'back_office',
    status: 200,
    answer: backupsSchema,
    errors: [],
  },
  make: {
    method: 'POST',
    path: '/admin/backups/make',
    summary: 'Makes a backup in the background; nothing more while one is being made',
    access: 'back_office',
    status: 200,
    answer: backupsSchema,
    errors: ['rate_limited'],
  },
  link: {
    method: 'POST',
    path: '/admin/backups/link',
    summary: 'A key that downloads a backup once, within a minute',
    access: 'back_office',
    freshProof: true,
    body: z.object({ name: backupNameSchema }),
    status: 200,
    /** Null: the server may not read the file. */
    answer: z.object({ key: z.string().nullable() }),
    errors: ['not_found'],
  },
  file: {
    method: 'GET',
    path: '/backups/file',
    summary: 'The bytes of a backup, for whoever was given the key',
    // A browser that saves a file to the disk as it comes sends no token.
    access: 'public',
    query: z.object({ name: backupNameSchema, key: z.string().max(100) }),
    status: 200,
    media: 'application/gzip',
    answer: z.file(),
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
    /** False: the server may not write in the folder. */
    answer: z.object({ removed: z.boolean() }),
    errors: ['not_found'],
  },
})
