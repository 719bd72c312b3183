import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { queryFlagSchema, queryIntSchema } from '#platform/shared/geography.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'
import { COPIES } from './sticker-size.ts'

/** `1,5`, without duplicates. */
const itemIdsSchema = z
  .string(VALIDATION.item)
  .regex(/^\d{1,5}(,\d{1,5}){0,499}$/, VALIDATION.item)
  .transform((text) => [...new Set(text.split(',').map(Number))])

export const stickerSheetApi = defineEndpoints({
  stickerSheet: {
    method: 'GET',
    path: '/letterboxes/stickerSheet',
    summary:
      "Returns the stickers of the caller's letterbox at their true size, to print and cut out: all of them, or those of `item_ids`. With `code`, the sheet ends with the QR code of the letterbox",
    access: 'user',
    query: z.object({
      item_ids: itemIdsSchema.optional(),
      copies: queryIntSchema.pipe(z.literal(COPIES, VALIDATION.invalid)).default(1),
      code: queryFlagSchema.default(false),
      /** Defaults to the language of the account. */
      lang: languageSchema.optional(),
    }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['not_found', 'rate_limited'],
  },
})
