import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

/** As `npm run backup` names them; never a path. */
export const backupNameSchema = z
  .string()
  .max(70)
  .regex(/^letterlend-[a-z0-9]{8}-[\dTZ-]+\.backup\.gz$/)

/** How long a download link works. */
export const LINK_SECONDS = 60

/** Downloads; everything else about backups is for the staff. */
export const backupsApi = defineEndpoints({
  file: {
    method: 'GET',
    path: '/backups/file',
    summary: 'Downloads a backup with a one-time key',
    // The browser downloads the file directly to disk and sends no token, so the key authorises it.
    access: 'public',
    query: z.object({ name: backupNameSchema, key: z.string().max(100) }),
    status: 200,
    media: 'application/gzip',
    answer: z.file(),
    errors: ['not_found'],
  },
})
