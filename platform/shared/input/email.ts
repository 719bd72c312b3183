import { z } from 'zod'
import { VALIDATION } from '../errors.ts'

export const emailSchema = z
  .string(VALIDATION.email)
  .trim()
  .max(254, VALIDATION.email)
  .pipe(z.email({ pattern: z.regexes.email, error: VALIDATION.email }))
