import { z } from 'zod'
import { ownLetterboxSchema } from '#features/places/letterboxes/contract.ts'
import { BULK_MAX } from '#features/shop/orders/contract.admin.ts'
import { LABELS_PER_SHEET } from '#features/shop/orders/label-sheet.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { parcelCodeSchema } from './parcel-code-schema.ts'

/** Orders whose papers are returned in one file, in this order; orders without a parcel are skipped. */
const manySchema = z.object({
  ids: z
    .array(z.uuid(VALIDATION.invalid))
    .min(1, VALIDATION.invalid)
    .max(BULK_MAX, VALIDATION.invalid),
})
/** Papers with the addresses of many people in one file. `wrong_status` if no order has a parcel. */
const papers = {
  method: 'POST',
  access: 'back_office',
  freshProof: true,
  status: 200,
  media: 'application/pdf',
  answer: z.file(),
  errors: ['validation', 'wrong_status', 'rate_limited'],
} as const

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
  packingSlip: {
    method: 'GET',
    path: '/admin/orders/packingSlip',
    summary:
      'Returns the packing slip of a paid order: address, contents, and the code that proves the address',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['not_found', 'wrong_status', 'rate_limited'],
  },
  packingSlips: {
    ...papers,
    path: '/admin/orders/packingSlips',
    summary: 'Returns the packing slips of many orders in one file',
    body: manySchema,
  },
  packingList: {
    ...papers,
    path: '/admin/orders/packingList',
    summary:
      'Returns what to pack for many orders: totals of each product, and a line for each order',
    body: manySchema.extend({ lang: languageSchema }),
  },
  addressLabels: {
    ...papers,
    path: '/admin/orders/addressLabels',
    summary:
      'Returns addresses for sheets of 3 × 7 labels of 63.5 × 38.1 mm (Avery Zweckform L7160), from the label `start` on',
    body: manySchema.extend({
      /** The first unused label on a partly used sheet, from 1 on. */
      start: z
        .int(VALIDATION.invalid)
        .min(1, VALIDATION.invalid)
        .max(LABELS_PER_SHEET, VALIDATION.invalid)
        .default(1),
    }),
  },
})
