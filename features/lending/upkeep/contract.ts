import { z } from 'zod'
import { ownLetterboxSchema } from '#features/places/letterboxes/contract.ts'
import { defineEndpoints } from '#platform/shared/endpoint.ts'
import { VALIDATION } from '#platform/shared/errors.ts'

/** The longest holiday, in days from today. */
export const MAX_HOLIDAY_DAYS = 365

/** A calendar date in the community's time zone, such as `2026-08-16`. */
export const dateSchema = z.iso.date(VALIDATION.date)

export const holidaySchema = z.object({
  /** The last day on which the letterbox is hidden; null ends the holiday. */
  holiday_until: dateSchema.nullable(),
})

/**
 * `still_true` answers the yearly mail, and `still_lending` the question for a sign of life; they do the same.
 * `not_now` stops all requests, `take_off` hides the letterbox.
 */
export const confirmationAnswerSchema = z.enum([
  'still_true',
  'still_lending',
  'not_now',
  'take_off',
])
export type ConfirmationAnswer = z.infer<typeof confirmationAnswerSchema>

const tokenSchema = z.string().trim().min(1).max(512)

export const upkeepApi = defineEndpoints({
  updateHoliday: {
    method: 'POST',
    path: '/letterboxes/updateHoliday',
    whileWaiting: true,
    summary: "Hides the caller's letterbox until a date, that day included; null shows it again",
    access: 'user',
    body: holidaySchema,
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['validation', 'conflict'],
  },
  confirmItems: {
    method: 'POST',
    path: '/letterboxes/confirmItems',
    summary:
      "Confirms the stickers of the caller's letterbox; a silent letterbox that was off the map is back",
    access: 'user',
    status: 200,
    answer: ownLetterboxSchema,
    errors: ['conflict'],
  },
  answerConfirmation: {
    method: 'POST',
    path: '/letterboxes/answerConfirmation',
    summary:
      'Answers a mail about the letterbox: it lends what it shows, lends nothing for now, or leaves the map',
    access: 'public',
    body: z.object({ token: tokenSchema, answer: confirmationAnswerSchema }),
    status: 204,
    answer: null,
    errors: ['invalid_token', 'rate_limited'],
  },
})
