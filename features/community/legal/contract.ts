import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { ordinalSchema } from '#platform/shared/input/numbers.ts'
import { LEGAL_PAGES } from '#platform/shared/legal-pages.ts'

/** In characters; a long privacy notice has 15,000. */
export const LEGAL_TEXT_MAX_LENGTH = 40_000

/** Marks a missing fact in a template. A text with a gap cannot be published. */
export const GAP = '[…]'
/** Error for a text that still has a gap. */
export const LEFT_GAP = 'errors.validation.legal.gap'

/** Markdown in each language; HTML in it is not interpreted. */
export const legalTextsSchema = z.object({ de: z.string(), en: z.string(), fr: z.string() })
export type LegalTexts = z.infer<typeof legalTextsSchema>

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
})
