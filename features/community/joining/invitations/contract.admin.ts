import { z } from 'zod'
import {
  LETTER_TEXT_MAX_LENGTH,
  LETTER_WINDOWS,
  LETTERS_MAX,
} from '#features/shop/parcels/letters.ts'
import { typedCodeSchema } from '#features/shop/parcels/parcel-code-schema.ts'
import { adminListAnswer, adminPageSchema } from '#platform/shared/admin-lists.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import { sentLanguageSchema } from '#platform/shared/language-schema.ts'
import { LANGUAGES } from '#platform/shared/languages.ts'

/** Maximum number of search results. */
export const STREETS_SHOWN = 20

/**
 * State of a house: `free`; `here`, a member has registered; `imported`, an import created a letterbox that has not
 * been claimed; `invited`, a letter is on its way.
 */
export const HOUSE_STATES = ['free', 'here', 'imported', 'invited'] as const
export type HouseState = (typeof HOUSE_STATES)[number]

/** State of a letter: `open`, `used`, `revoked` by the staff, `expired`. */
export const LETTER_STATES = ['open', 'used', 'revoked', 'expired'] as const
export type LetterState = (typeof LETTER_STATES)[number]

/** A street of the address list, within one town. */
const streetFields = {
  name: z.string().min(1, VALIDATION.invalid).max(200, VALIDATION.tooLong),
  postcode: z.string().max(20, VALIDATION.tooLong),
  city: z.string().max(100, VALIDATION.tooLong),
}
export const streetSchema = z.object({ ...streetFields, houses: z.int() })
export type InvitedStreet = z.infer<typeof streetSchema>

export const houseSchema = z.object({ number: z.string(), state: z.enum(HOUSE_STATES) })
export type House = z.infer<typeof houseSchema>

/** An imported letterbox whose owner has no account. Contains no names. */
export const importedPlaceSchema = z.object({
  letterbox_id: z.uuid(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  /** A letter is on its way. */
  invited: z.boolean(),
})
export type ImportedPlace = z.infer<typeof importedPlaceSchema>

const someOf = <T extends z.ZodType>(each: T) =>
  z.array(each).min(1, VALIDATION.invalid).max(LETTERS_MAX, VALIDATION.invalid)

export const letterSourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('street'),
    ...streetFields,
    numbers: someOf(z.string().min(1, VALIDATION.invalid).max(20, VALIDATION.tooLong)),
  }),
  z.object({
    kind: z.literal('imported'),
    import_id: z.uuid(VALIDATION.invalid),
    letterbox_ids: someOf(z.uuid(VALIDATION.invalid)),
  }),
])

export const newBatchSchema = z.object({
  source: letterSourceSchema,
  lang: sentLanguageSchema,
  /** A paragraph by the community; empty: none. */
  text: plainTextSchema({
    max: LETTER_TEXT_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: null,
    invalid: VALIDATION.invalid,
  }),
  window: z.enum(LETTER_WINDOWS),
})

export const batchSchema = z.object({
  id: z.uuid(),
  label: z.string(),
  lang: z.enum(LANGUAGES),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** Null if the account is gone. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** True for letters to imported owners, whose names are on them. */
  imported: z.boolean(),
  letters: z.int(),
  used: z.int(),
  revoked: z.int(),
  expired: z.int(),
})
export type LetterBatch = z.infer<typeof batchSchema>

const letterSchema = z.object({
  /** In printed form. */
  code: z.string(),
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  state: z.enum(LETTER_STATES),
})
export type Letter = z.infer<typeof letterSchema>
export const wholeBatchSchema = batchSchema.extend({
  text: z.string(),
  list: z.array(letterSchema),
})
export type WholeBatch = z.infer<typeof wholeBatchSchema>

const byId = z.object({ id: z.uuid(VALIDATION.invalid) })

/** Letters of invitation. Letters to imported owners need the task administration. */
export const invitationsApi = defineEndpoints({
  list: {
    method: 'GET',
    path: '/admin/invitations',
    summary: 'Lists batches of letters, newest first, with how many letters were used',
    access: 'back_office',
    query: adminPageSchema,
    status: 200,
    answer: adminListAnswer(batchSchema),
    errors: [],
  },
  byId: {
    method: 'GET',
    path: '/admin/invitations/byId',
    summary: 'Returns the letters of a batch',
    access: 'back_office',
    query: byId,
    status: 200,
    answer: wholeBatchSchema,
    errors: ['not_found'],
  },
  streets: {
    method: 'GET',
    path: '/admin/invitations/streets',
    summary:
      'Lists streets of the bundled address list that have numbered houses and begin with a text',
    access: 'back_office',
    query: z.object({ search: z.string().max(100) }),
    status: 200,
    answer: z.array(streetSchema).max(STREETS_SHOWN),
    errors: [],
  },
  houses: {
    method: 'GET',
    path: '/admin/invitations/houses',
    summary: 'Lists the houses of a street and whether each has a letterbox already',
    access: 'back_office',
    query: z.object(streetFields),
    status: 200,
    answer: z.array(houseSchema),
    errors: ['not_found'],
  },
  imported: {
    method: 'GET',
    path: '/admin/invitations/imported',
    summary: 'Lists imported letterboxes that no owner has claimed',
    access: 'back_office',
    query: byId,
    status: 200,
    answer: z.array(importedPlaceSchema),
    errors: ['not_found'],
  },
  create: {
    method: 'POST',
    path: '/admin/invitations/create',
    summary: 'Creates a batch of letters, each with a code that works once; sends nothing',
    access: 'back_office',
    body: newBatchSchema,
    status: 201,
    answer: batchSchema,
    errors: ['validation', 'not_found', 'contact_missing', 'rate_limited'],
  },
  preview: {
    method: 'POST',
    path: '/admin/invitations/preview',
    summary:
      'Returns a preview of the first letter, without a code and without a name; stores nothing',
    access: 'back_office',
    body: newBatchSchema,
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['validation', 'not_found', 'contact_missing', 'rate_limited'],
  },
  letters: {
    method: 'GET',
    path: '/admin/invitations/letters',
    summary:
      'Returns the letters of a batch whose codes are unused, one page each, for window envelopes',
    access: 'back_office',
    // Letters to imported owners contain names.
    freshProof: true,
    query: byId,
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['not_found', 'wrong_status', 'contact_missing', 'rate_limited'],
  },
  revoke: {
    method: 'POST',
    path: '/admin/invitations/revoke',
    summary: 'Revokes the code of a letter, or all unused codes of a batch',
    access: 'back_office',
    body: byId.extend({ code: typedCodeSchema.optional() }),
    status: 200,
    answer: batchSchema,
    errors: ['validation', 'not_found'],
  },
})
