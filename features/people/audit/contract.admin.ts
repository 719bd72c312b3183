import { z } from 'zod'
import { adminListAnswer, adminListSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { AUDIT_ACTORS, AUDIT_SUBJECTS, AUDIT_VERBS } from './audit-acts.ts'

/** Fields of the subject that the act changed, before or after it; null if there are none. */
const stateSchema = z.record(z.string(), z.unknown()).nullable()

export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** `by` is null if no account acted, and once the account is deleted. */
  actor: z.enum(AUDIT_ACTORS),
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The access token with which it was done; its name is null once the owner of a personal one has ended it. */
  token: z.object({ name: z.string().nullable() }).nullable(),
  subject: z.enum(AUDIT_SUBJECTS),
  /** Id of the subject: a UUID, a number or a key. */
  subject_id: z.string(),
  /** Name of the subject, unless it names a person: the number of an order, a sticker. */
  label: z.string().nullable(),
  /** The account that the entry is about, as long as it exists. */
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
      'Lists what administrators and moderators did, newest first; `search` looks into names of actors, ids and labels',
    access: 'back_office',
    query: adminListSchema.extend({
      subject: z.enum(AUDIT_SUBJECTS).optional(),
      verb: z.enum(AUDIT_VERBS).optional(),
      subject_id: z.string().max(100).optional(),
      /** Days in the community's time zone, both inclusive. */
      from: z.iso.date().optional(),
      until: z.iso.date().optional(),
    }),
    status: 200,
    answer: adminListAnswer(auditEntrySchema),
    errors: [],
  },
})
