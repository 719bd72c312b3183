import { z } from 'zod'
import { VALIDATION } from '../errors.ts'
import { plainTextSchema } from '../input/plain-text.ts'

/** About three lines on a phone. */
export const BANNER_MAX_LENGTH = 200

const bannerTextSchema = plainTextSchema({
  max: BANNER_MAX_LENGTH,
  tooLong: VALIDATION.tooLong,
  missing: null,
  invalid: VALIDATION.invalid,
})

/** The warning below the navigation, by language; hidden if all are empty. */
export const bannerSchema = z.object({ de: z.string(), en: z.string(), fr: z.string() })
export type Banner = z.infer<typeof bannerSchema>

export const bannerUpdateSchema = z.object({
  de: bannerTextSchema,
  en: bannerTextSchema,
  fr: bannerTextSchema,
})
