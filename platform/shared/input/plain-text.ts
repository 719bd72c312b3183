import { z } from 'zod'

/** Unicode code points: what people count as characters, except for joined emoji. */
export const lengthOf = (text: string) => [...text].length

/** Rejects unpaired surrogates, which remain of a cut emoji. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)

/**
 * Has visible text: not only blanks, invisible characters, marks without a letter, and letters that are drawn as
 * nothing (Hangul fillers, the empty braille pattern).
 */
export const isReadable = (text: string) =>
  /[^\s\p{C}\p{M}\u115F\u1160\u3164\uFFA0\u2800]/u.test(text)

interface PlainTextRules {
  /** In code points, after trimming. */
  max: number
  tooLong: string
  /** Error for an empty text; null if it may be empty. */
  missing: string | null
  /** Error for a value that is not a text. */
  invalid: string
}

/**
 * Plain text, never HTML. Only line breaks are normalised and the ends trimmed. Rejects NUL and unpaired surrogates,
 * which the database cannot store.
 */
export function plainTextSchema({ max, tooLong, missing, invalid }: PlainTextRules) {
  return z
    .string(invalid)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .refine((text) => !text.includes('\0') && isWhole(text), invalid)
        .refine((text) => missing === null || isReadable(text), missing ?? invalid)
        .refine((text) => lengthOf(text) <= max, tooLong),
    )
}

/** The database cannot store NUL in a text. */
export const hasNoNul = (text: string) => !text.includes('\0')

/** Removes line breaks and control characters, which must not be in a name, an address or a mail header. */
export const toOneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** An optional field: a blank text counts as missing and is not validated. */
export const optionalText = (schema: z.ZodType) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
    schema.nullish(),
  )
