import { z } from 'zod'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { AUDIT_ACTORS, AUDIT_SUBJECTS, AUDIT_VERBS } from './audit-acts.ts'

/** The fields of a subject that an act has changed, before or after it; null where there were none. */
const stateSchema = z.record(z.string(), z.unknown()).nullable()

export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** `by` is null where no account acted, and once the account has gone. */
  actor: z.enum(AUDIT_ACTORS),
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  subject: z.enum(AUDIT_SUBJECTS),
  /** Of the subject; a UUID, a number or a key. */
  subject_id: z.string(),
  /** What the subject is called, if that names no person: the number of an order, a sticker. */
  label: z.string().nullable(),
  /** The account that it is about, as long as there is one. */
  account: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  verb: z.enum(AUDIT_VERBS),
  before: stateSchema,
  after: stateSchema,
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/audit',
    summary:
      'What administrators and moderators did, the newest first; `search` looks into names of actors, ids and labels',
    access: 'back_office',
    query: adminListSchema.extend({
      subject: z.enum(AUDIT_SUBJECTS).optional(),
      verb: z.enum(AUDIT_VERBS).optional(),
      subject_id: z.string().max(100).optional(),
      /** Days in the community's time zone, the first and the last included. */
      from: z.iso.date().optional(),
      until: z.iso.date().optional(),
    }),
    status: 200,
    answer: adminListAnswer(auditEntrySchema),
    errors: [],
  },
})
