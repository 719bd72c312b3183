import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'

/** `off`: no file is configured. `unreadable`: the file is missing or names no release. */
export const UPDATE_FILE_STATES = ['off', 'unreadable', 'read'] as const

export const updateSchema = z.object({
  /** The running version. */
  running: z.string(),
  file: z.enum(UPDATE_FILE_STATES),
  /** The release in the file, if it is newer than the running version. */
  newer: z.string().nullable(),
})
export type Update = z.infer<typeof updateSchema>

export const updatesApi = defineEndpoints({
  show: {
    method: 'GET',
    path: '/admin/updates',
    summary: "Returns the running version, and a newer one if the operator's file names one",
    access: 'back_office',
    status: 200,
    answer: updateSchema,
    errors: [],
  },
})
