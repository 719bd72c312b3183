import { z } from 'zod'
import {
  inboxAnswer,
  inboxChanges,
  inboxDetailSchema,
  inboxErrors,
  inboxListSchema,
  inboxRowSchema,
} from '#features/community/moderation/inboxes/contract.ts'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'

/** What lists show in addition to the first line. */
const aboutSchema = z.object({
  type: z.enum(REPORT_TYPES.map(({ name }) => name)),
  letterbox: z.object({
    id: z.uuid(),
    /** The address in one line. */
    address: z.string(),
    /** Open reports about the letterbox, including this one. */
    open_reports: z.int(),
  }),
  /** How often the same person repeated the report. */
  repeats: z.int(),
})
export const adminReportRowSchema = inboxRowSchema.extend(aboutSchema.shape)
export type AdminReportRow = z.infer<typeof adminReportRowSchema>

export const adminReportSchema = inboxDetailSchema.extend({
  ...aboutSchema.shape,
  title: z.string(),
  message: z.string(),
  /** Name given with a notice of illegal content; empty for other reports. */
  name: z.string(),
  /** Address for an answer, empty if there is none, and its language. */
  email: z.string(),
  lang: languageSchema,
  /** Id and first name of the reporting account; null for a visitor. */
  reporter: z.object({ id: z.uuid(), name: z.string() }).nullable(),
})
export type AdminReport = z.infer<typeof adminReportSchema>

/** Every change returns the changed report. */
const change = {
  method: 'POST',
  access: 'back_office',
  status: 200,
  answer: adminReportSchema,
  errors: inboxErrors,
} as const

export const adminReportsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/reports',
    summary:
      'Reports about letterboxes, the longest waiting first, settled ones the last settled first; `search` looks into what was written and the address of the letterbox',
    access: 'back_office',
    query: inboxListSchema.extend({ letterbox_id: z.uuid().optional() }),
    status: 200,
    answer: inboxAnswer(adminReportRowSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/reports/byId',
    summary: 'The whole report, with its answers; that it was read is noted',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    answer: adminReportSchema,
    errors: ['not_found'],
  },
  assign: {
    ...change,
    path: '/admin/reports/assign',
    summary: 'Takes a report, or gives it back',
    body: inboxChanges.assign,
  },
  note: {
    ...change,
    path: '/admin/reports/note',
    summary: 'Replaces the note that the staff keeps about a report',
    body: inboxChanges.note,
  },
  settle: {
    ...change,
    path: '/admin/reports/settle',
    summary: 'Says what came of a report; it changes no letterbox',
    body: inboxChanges.settle,
  },
  reopen: {
    ...change,
    path: '/admin/reports/reopen',
    summary: 'A settled report waits again',
    body: inboxChanges.reopen,
  },
  answer: {
    ...change,
    path: '/admin/reports/answer',
    summary: 'Mails an answer to whoever reported, in their language, and keeps it',
    body: inboxChanges.answer,
  },
})
