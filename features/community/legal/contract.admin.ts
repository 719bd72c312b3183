import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ordinalSchema, readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LEGAL_COUNTRIES, LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { OPERATOR_FACTS } from '#platform/shared/settings/operator.ts'
import { GAP, LEFT_GAP, LEGAL_TEXT_MAX_LENGTH, legalTextsSchema } from './contract.ts'

export const adminLegalPageSchema = z.object({
  page: z.enum(LEGAL_PAGES),
  /** 0 and null if nothing was published. */
  version: z.int(),
  /** Country of the template it began with; before the first version, the community's country. */
  country: z.enum(LEGAL_COUNTRIES),
  published_at: z.iso.datetime().nullable(),
  /** Also null if the account is gone. */
  published_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  texts: legalTextsSchema.nullable(),
  /** Since when no version is in force, although one was published. */
  withdrawn_at: z.iso.datetime().nullable(),
  asks_consent: z.boolean(),
  /** True if a fact in its template has changed since. */
  is_outdated: z.boolean(),
})
export type AdminLegalPage = z.infer<typeof adminLegalPageSchema>

const textUpdateSchema = plainTextSchema({
  max: LEGAL_TEXT_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: VALIDATION.invalid,
  invalid: VALIDATION.invalid,
}).refine((text) => !text.includes(GAP), LEFT_GAP)

/** What the staff do with the legal pages. */
export const adminLegalApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/legal',
    summary: 'Lists the pages as they are published, and the facts that are still missing',
    access: 'back_office',
    status: 200,
    answer: z.object({
      pages: z.array(adminLegalPageSchema),
      missing_facts: z.array(z.enum(OPERATOR_FACTS)),
    }),
    errors: [],
  },
  template: {
    method: 'GET',
    path: '/admin/legal/template',
    summary:
      'Returns a page that the template of the country creates from the facts about the community',
    access: 'back_office',
    query: z.object({ page: z.enum(LEGAL_PAGES), country: z.enum(LEGAL_COUNTRIES) }),
    status: 200,
    answer: z.object({ texts: legalTextsSchema }),
    errors: [],
  },
  publish: {
    method: 'POST',
    path: '/admin/legal/publish',
    summary: 'Publishes a version of a page at once; earlier versions stay readable',
    access: 'back_office',
    maxBytes: 1024 * 1024,
    body: z.object({
      page: z.enum(LEGAL_PAGES),
      country: z.enum(LEGAL_COUNTRIES),
      /** The version that was read. The server rejects the call if another one was published since. */
      version: readVersionSchema,
      texts: z.object({ de: textUpdateSchema, en: textUpdateSchema, fr: textUpdateSchema }),
      /** Terms only: ask existing members to agree. */
      asks_consent: z.boolean(),
    }),
    status: 200,
    answer: adminLegalPageSchema,
    errors: ['validation', 'changed_meanwhile'],
  },
  withdraw: {
    method: 'POST',
    path: '/admin/legal/withdraw',
    summary:
      'Withdraws a page: no version is in force until another is published, and its versions stay readable. `conflict` if none is in force',
    access: 'back_office',
    body: z.object({
      page: z.enum(LEGAL_PAGES),
      /** The version that was read. The server rejects the call if another one was published since. */
      version: ordinalSchema,
    }),
    status: 200,
    answer: adminLegalPageSchema,
    errors: ['validation', 'changed_meanwhile', 'conflict'],
  },
})
