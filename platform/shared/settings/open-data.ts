import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

/** In characters. */
export const OPEN_DATA_MAX_LENGTH = 200

/** On what terms others may show the public data of this community. Empty: not said. */
export const openDataSchema = z.object({
  /** Whom others name beside it. */
  attribution: z.string(),
  /** Name of the licence, such as `CC BY 4.0`. */
  licence: z.string(),
  licence_url: z.string(),
})
export type OpenData = z.infer<typeof openDataSchema>

export const PRESET_OPEN_DATA: OpenData = { attribution: '', licence: '', licence_url: '' }

const lineSchema = plainTextSchema({
  max: OPEN_DATA_MAX_LENGTH,
  tooLong: INVALID_SETTING.tooLong,
  missing: null,
  invalid: INVALID_SETTING.name,
}).refine((text) => !text.includes('\n'), INVALID_SETTING.name)

const pageSchema = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

export const openDataUpdateSchema = z.object({
  attribution: lineSchema,
  licence: lineSchema,
  licence_url: lineSchema.refine(
    (text) => text === '' || pageSchema.safeParse(text).success,
    INVALID_SETTING.url,
  ),
})
