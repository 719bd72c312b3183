import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { VALIDATION } from './errors.ts'
import { ownLetterboxSchema } from './letterboxes.ts'
import { readParcelCode } from './parcel-code.ts'

/** As typed; leaves as the code without blanks and hyphens. */
export const parcelCodeSchema = z.object({
  code: z
    .string(VALIDATION.parcelCode)
    .max(100, VALIDATION.parcelCode)
    .transform((text, context) => {
      const code = readParcelCode(text)
      if (code !== null) return code
      context.addIssue({ code: 'custom', message: VALIDATION.parcelCode })
      return z.NEVER
    }),
})

export const parcelsApi = defineEndpoints({
  verify: {
    method: 'POST',
    path: '/letterboxes/verifyByParcel',
    summary:
      'The code from a parcel proves the address of the own letterbox, if the parcel went there; once',
    access: 'user',
    body: parcelCodeSchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: [
      'validation',
      'conflict',
      'parcel_code_unknown',
      'parcel_code_used',
      'parcel_code_expired',
      'other_address',
      'rate_limited',
    ],
  },
  packingSlip: {
    method: 'GET',
    path: '/admin/orders/packingSlip',
    summary:
      'What goes into the parcel of a paid order: address, contents, and the code that proves the address',
    access: 'back_office',
    query: z.object({ id: z.uuid(VALIDATION.invalid) }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['not_found', 'wrong_status', 'rate_limited'],
  },
})
