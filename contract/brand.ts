import { z } from 'zod'
import { plainTextSchema } from './plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

export const BRAND_NAME_MAX_LENGTH = 40

/** How a community calls itself, and its colours as `#rrggbb`. */
export const brandSchema = z.object({ name: z.string(), primary: z.string(), ink: z.string() })
export type Brand = z.infer<typeof brandSchema>

const colourSchema = z
  .string(INVALID_SETTING.colour)
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, INVALID_SETTING.colour)

/** As it is sent; whether texts can be read in these colours, `findLowContrast` says. */
export const brandUpdateSchema = z.object({
  name: plainTextSchema({
    max: BRAND_NAME_MAX_LENGTH,
    tooLong: INVALID_SETTING.tooLong,
    missing: INVALID_SETTING.name,
    invalid: INVALID_SETTING.name,
  }).refine((text) => !/[<>\n]/.test(text), INVALID_SETTING.name),
  primary: colourSchema,
  ink: colourSchema,
})
