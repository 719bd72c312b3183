import { z } from 'zod'
import { VALIDATION } from './errors.ts'

/** The secret of a mailed link. */
export const tokenSchema = z
  .string(VALIDATION.verificationCode)
  .trim()
  .min(1, VALIDATION.verificationCode)
  .max(512)
