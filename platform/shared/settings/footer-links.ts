import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

export const MAX_FOOTER_LINKS = 6
/** In characters; several links share one line. */
export const FOOTER_LABEL_MAX_LENGTH = 40
const URL_MAX_LENGTH = 500

/** A link in the footer of every page, to another site or a mail address of the community. */
export const footerLinkSchema = z.object({
  label: z.object({ de: z.string(), en: z.string(), fr: z.string() }),
  url: z.string(),
})
export type FooterLink = z.infer<typeof footerLinkSchema>

const MAIL = /^mailto:[^\s@?#<>"]+@[^\s@?#<>"]+\.[^\s@?#<>"]+$/i

const pageSchema = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

/** Only `https` pages and mail addresses: nothing that runs in our page and nothing unencrypted. */
const isLinkTarget = (text: string): boolean =>
  MAIL.test(text) ||
  // No blanks, no quotes, and no user name and password before the host.
  (/^https:\/\/[^\s<>"@/]+(\/[^\s<>"]*)?$/i.test(text) && pageSchema.safeParse(text).success)

const labelSchema = plainTextSchema({
  max: FOOTER_LABEL_MAX_LENGTH,
  tooLong: INVALID_SETTING.tooLong,
  missing: INVALID_SETTING.label,
  invalid: INVALID_SETTING.label,
}).refine((text) => !text.includes('\n'), INVALID_SETTING.label)

/** The input, in display order. */
export const footerLinksUpdateSchema = z
  .array(
    z.object({
      label: z.object({ de: labelSchema, en: labelSchema, fr: labelSchema }),
      url: z
        .string(INVALID_SETTING.url)
        .trim()
        .max(URL_MAX_LENGTH, INVALID_SETTING.url)
        .refine(isLinkTarget, INVALID_SETTING.url),
    }),
  )
  .max(MAX_FOOTER_LINKS, INVALID_SETTING.tooMany)
