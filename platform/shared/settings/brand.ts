import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

export const BRAND_NAME_MAX_LENGTH = 40

const LOGO = /^[0-9a-f]{32}\.(svg|png)$/

/**
 * The community's name, colours as `#rrggbb`, and logo id for `logoSource`; null for the product's letterbox. Settings
 * saved before logos existed have none.
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

/** The input for it; `findLowContrast` checks whether text is readable in these colours. */
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
