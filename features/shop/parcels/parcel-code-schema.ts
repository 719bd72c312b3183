import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { readParcelCode } from './parcel-code.ts'

/** A typed code; parsing removes spaces and hyphens. */
export const typedCodeSchema = z
  .string(VALIDATION.parcelCode)
  .max(100, VALIDATION.parcelCode)
  .transform((text, context) => {
    const code = readParcelCode(text)
    if (code !== null) return code
    context.addIssue({ code: 'custom', message: VALIDATION.parcelCode })
    return z.NEVER
  })

export const parcelCodeSchema = z.object({ code: typedCodeSchema })
