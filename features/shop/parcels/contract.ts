import { z } from 'zod'
import { ownLetterboxSchema } from '#features/places/letterboxes/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { parcelCodeSchema } from './parcel-code-schema.ts'

const CODE_ERRORS = [
  'validation',
  'parcel_code_unknown',
  'parcel_code_used',
  'parcel_code_expired',
  'rate_limited',
] as const

/** Address of a parcel or a letter, shown to the holder of its code. */
export const codePlaceSchema = z.object({
  address: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
})
export type CodePlace = z.infer<typeof codePlaceSchema>

/** The address, plus the stickers of the letterbox that a letter hands over; older servers omit them. */
export const codeMeaningSchema = codePlaceSchema.extend({ items: z.array(z.int()).optional() })
export type CodeMeaning = z.infer<typeof codeMeaningSchema>

export const parcelsApi = defineEndpoints({
  aboutCode: {
    method: 'POST',
    path: '/letterboxes/aboutCode',
    summary:
      'Returns where the parcel or the letter with this code went, to register there with it, and the stickers of a letterbox that it hands over; does not use up the code',
    access: 'public',
    body: parcelCodeSchema,
    status: 200,
    answer: codeMeaningSchema,
    errors: CODE_ERRORS,
  },
  verify: {
    method: 'POST',
    path: '/letterboxes/verifyByParcel',
    whileWaiting: true,
    summary:
      "Verifies the address of the caller's letterbox with the code from a parcel or a letter that went there, once",
    access: 'user',
    body: parcelCodeSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: [...CODE_ERRORS, 'conflict', 'other_address'],
  },
  listedAlready: {
    method: 'GET',
    path: '/letterboxes/listedAlready',
    summary:
      "Returns whether a public letterbox that the community entered and no owner has claimed stands at the caller's address: the code of its letter hands it over",
    access: 'user',
    status: 200,
    answer: z.object({ listed: z.boolean() }),
    errors: [],
  },
})
