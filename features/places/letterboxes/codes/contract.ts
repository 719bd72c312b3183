import { z } from 'zod'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** As typed or scanned; `readLetterboxCode` decides whether it can be a code. */
const typedCodeSchema = z.string(VALIDATION.invalid).max(100, VALIDATION.invalid)

/** Where a code leads. A code without a letterbox that the caller may see is `not_found`. */
export const scanSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('letterbox'),
    letterbox_id: z.uuid(),
    /** False for the caller's own letterbox while it has no spot on the map. */
    placed: z.boolean(),
  }),
  z.object({
    /** The code of a printed sheet that no letterbox has claimed. */
    state: z.literal('sheet'),
    /** Whether the caller received the sheet and has a letterbox to connect it with. */
    claimable: z.boolean(),
    /** Whether the caller ordered the sheet, and may give it away. */
    givable: z.boolean(),
  }),
  /** The owner has a new code, so this one has ended. */
  z.object({ state: z.literal('renewed') }),
])
export type ScanAnswer = z.infer<typeof scanSchema>

export const ownCodeSchema = z.object({
  code: z.string(),
  /** How many other codes lead to the letterbox too: those of claimed sheets and older prints. */
  further: z.int(),
  /** How many people have registered after a flyer of the letterbox brought them. */
  came: z.int(),
})
export type OwnCode = z.infer<typeof ownCodeSchema>

export const letterboxCodesApi = defineEndpoints({
  scan: {
    method: 'GET',
    path: '/letterboxCodes/scan',
    summary:
      'Returns where the short code of a letterbox leads: to a letterbox, to a sheet that is not claimed yet, or nowhere any more because it was renewed',
    access: 'optional',
    query: z.object({ code: typedCodeSchema }),
    status: 200,
    answer: scanSchema,
    errors: ['not_found', 'rate_limited'],
  },
  own: {
    method: 'POST',
    path: '/letterboxCodes/own',
    whileWaiting: true,
    summary: "Returns the short code of the caller's letterbox; creates it with the first call",
    access: 'user',
    status: 200,
    answer: ownCodeSchema,
    errors: ['conflict'],
  },
  renew: {
    method: 'POST',
    path: '/letterboxCodes/renew',
    whileWaiting: true,
    summary: "Gives the caller's letterbox a new short code and ends all earlier ones; owners only",
    access: 'user',
    status: 200,
    answer: ownCodeSchema,
    errors: ['conflict', 'forbidden', 'rate_limited'],
  },
  claim: {
    method: 'POST',
    path: '/letterboxCodes/claim',
    whileWaiting: true,
    summary: "Connects the code of a printed sheet with the caller's letterbox, once",
    access: 'user',
    body: z.object({ code: typedCodeSchema }),
    status: 200,
    answer: z.object({ letterbox_id: z.uuid() }),
    errors: ['validation', 'not_found', 'forbidden', 'conflict', 'rate_limited'],
  },
  giveAway: {
    method: 'POST',
    path: '/letterboxCodes/giveAway',
    whileWaiting: true,
    summary:
      'Gives away a printed sheet that the caller ordered: any member can then claim its code, once',
    access: 'user',
    body: z.object({ code: typedCodeSchema }),
    status: 204,
    answer: null,
    errors: ['validation', 'not_found', 'forbidden', 'rate_limited'],
  },
})
