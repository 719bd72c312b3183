import { z } from 'zod'
import type { Days } from '#features/lending/conversations/days/web/door.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { wordsSchema } from './step-form.tsx'

/** The proposed days, and a message. */
export type ProposalValues = { days: Days | null; text: string }

export const proposalSchema = z.object({
  days: z.custom<Days>((days) => days !== null, VALIDATION.date),
  text: wordsSchema,
})

/** The API fields that these form fields stand for. */
export const PROPOSAL_STAND_INS = { wanted_from: 'days', wanted_until: 'days' } as const

/** The values as the API expects them. */
export const proposalOf = ({ days, text }: ProposalValues) => ({
  wanted_from: days?.from ?? '',
  wanted_until: days?.until,
  text: text.trim() || null,
})
