import { z } from 'zod'
import { BULK_MAX } from '#features/shop/orders/contract.admin.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { LABELS_PER_SHEET } from '#platform/shared/label-sheet.ts'
import { languageSchema } from '#platform/shared/language-schema.ts'

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

/** Papers for parcels. */
export const adminParcelsApi = defineEndpoints({
  packingSlip: {
    method: 'GET',
    path: '/admin/orders/packingSlip',
    communityToken: true,
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
  codeStickers: {
    ...papers,
    path: '/admin/orders/codeStickers',
    summary:
      'Returns a sticker with a QR code for each sheet of many orders, for sheets of labels of 63.5 × 38.1 mm (Avery Zweckform L7160). Its receiver connects the code with their letterbox',
    body: manySchema,
    errors: [...papers.errors, 'too_many_sheets'],
  },
  handOutStickers: {
    method: 'POST',
    path: '/admin/orders/handOutStickers',
    summary:
      'Returns one sheet of labels with QR codes without an order, for sheets of stickers that are handed out. Any member can connect such a code with their letterbox, once',
    access: 'back_office',
    body: z.object({ lang: languageSchema }),
    status: 200,
    media: 'application/pdf',
    answer: z.file(),
    errors: ['validation', 'rate_limited'],
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
