import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ordinalSchema, readVersionSchema } from '#platform/shared/input/numbers.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { LEGAL_COUNTRIES, LEGAL_PAGES } from '#platform/shared/legal-pages.ts'
import { OPERATOR_FACTS } from '#platform/shared/settings/operator.ts'

/** In characters; a long privacy notice has 15,000. */
export const LEGAL_TEXT_MAX_LENGTH = 40_000

/** Marks a missing fact in a template. A text with a gap cannot be published. */
export const GAP = '[…]'
/** Error for a text that still has a gap. */
export const LEFT_GAP = 'errors.validation.legal.gap'

/** Markdown in each language; HTML in it is not interpreted. */
export const legalTextsSchema = z.object({ de: z.string(), en: z.string(), fr: z.string() })
export type LegalTexts = z.infer<typeof legalTextsSchema>

const textUpdateSchema = plainTextSchema({
  max: LEGAL_TEXT_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: VALIDATION.invalid,
  invalid: VALIDATION.invalid,
}).refine((text) => !text.includes(GAP), LEFT_GAP)

const versionSchema = z.object({ version: z.int(), published_at: z.iso.datetime() })

export const publishedPageSchema = versionSchema.extend({
  texts: legalTextsSchema,
  /** The version in force; null if the page was withdrawn. */
  current_version: z.int().nullable(),
  /** All versions, newest first. */
  versions: z.array(versionSchema),
})
export type PublishedPage = z.infer<typeof publishedPageSchema>

export const pageVersionsSchema = z.object({
  /** The newest first. */
  versions: z.array(versionSchema),
  /** Null while a version is in force, and if there are none. */
  withdrawn_at: z.iso.datetime().nullable(),
})

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

const versionNumber = z.coerce.number().int().min(1).max(100_000)

/** Legal pages of a community, and consent to its terms. */
export const legalApi = defineEndpoints({
  page: {
    method: 'GET',
    path: '/legal/page',
    summary:
      'Returns a page as the community has published it, or the named earlier version; a withdrawn page has only earlier versions',
    access: 'public',
    query: z.object({ page: z.enum(LEGAL_PAGES), version: versionNumber.optional() }),
    status: 200,
    answer: publishedPageSchema,
    errors: ['not_found'],
  },
  versions: {
    method: 'GET',
    path: '/legal/versions',
    summary:
      'Lists all versions of a page and since when it is withdrawn; empty if it was never published',
    access: 'public',
    query: z.object({ page: z.enum(LEGAL_PAGES) }),
    status: 200,
    answer: pageVersionsSchema,
    errors: [],
  },
  consent: {
    method: 'GET',
    path: '/legal/consent',
    summary: 'Returns whether the caller still has to agree to the terms',
    access: 'user',
    status: 200,
    answer: z.object({ is_due: z.boolean() }),
    errors: [],
  },
  agree: {
    method: 'POST',
    path: '/legal/consent',
    whileWaiting: true,
    summary: 'Accepts the current terms; `conflict` if newer ones were published in the meantime',
    access: 'user',
    body: z.object({ version: ordinalSchema }),
    status: 204,
    answer: null,
    errors: ['validation', 'conflict'],
  },
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
