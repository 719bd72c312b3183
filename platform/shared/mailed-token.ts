import { z } from 'zod'
import { VALIDATION } from './errors.ts'

/** The secret of a link that was mailed. */
export const tokenSchema = z
  .string(VALIDATION.verificationCode)
  .trim()
  .min(1, VALIDATION.verificationCode)
  .max(512)
