import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

export const BRAND_NAME_MAX_LENGTH = 40

const LOGO = /^[0-9a-f]{32}\.(svg|png)$/

/**
 * How a community calls itself, its colours as `#rrggbb`, and its logo: what `logoSource` shows, null for
 * the product's letterbox. What was saved before there were logos has none.
 */
export const brandSchema = z.object({
  name: z.string(),
  primary: z.string(),
  ink: z.string(),
  logo: z.string().nullable().default(null),
})
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
  logo: z.string(INVALID_SETTING.logo).regex(LOGO, INVALID_SETTING.logo).nullable().default(null),
})
