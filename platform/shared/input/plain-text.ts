import { z } from 'zod'

/** Unicode code points: what a person counts as characters, but for joined emoji. */
export const lengthOf = (text: string) => [...text].length

/** No text is stored with half of a character: what a cut emoji leaves behind. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text)

/**
 * Something to read: not only blanks, invisible signs, marks without a letter, and the letters that
 * are drawn as nothing (the fillers of Hangul, the empty braille pattern).
 */
export const isReadable = (text: string) =>
  /[^\s\p{C}\p{M}\u115F\u1160\u3164\uFFA0\u2800]/u.test(text)

interface PlainTextRules {
  /** In code points, after trimming. */
  max: number
  tooLong: string
  /** The error of an empty text; null where it may be empty. */
  missing: string | null
  /** The error of something else than a text. */
  invalid: string
}

/**
 * Plain text as typed; only its line ends are unified and its ends trimmed. Never HTML. NUL is
 * refused, and half of a surrogate pair: a database text cannot hold them.
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

/** A text in the database cannot hold the character NUL. */
export const hasNoNul = (text: string) => !text.includes('\0')

/** Line breaks and other control characters have no place in a name, an address or a mail header. */
export const toOneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

/** A field that may be left empty: nothing but blanks counts as no text, and is not checked. */
export const optionalText = (schema: z.ZodType) =>
  z.preprocess(
    (text) => (typeof text === 'string' && text.trim() === '' ? null : text),
    schema.nullish(),
  )
