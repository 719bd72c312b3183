import { z } from 'zod'
import { plainTextSchema } from '../input/plain-text.ts'
import { INVALID_SETTING } from './setting-errors.ts'

export const MAX_FOOTER_LINKS = 6
/** In characters; several stand in one line. */
export const FOOTER_LABEL_MAX_LENGTH = 40
const URL_MAX_LENGTH = 500

/** A page of the community elsewhere, or its address, at the foot of every page. */
export const footerLinkSchema = z.object({
  label: z.object({ de: z.string(), en: z.string(), fr: z.string() }),
  url: z.string(),
})
export type FooterLink = z.infer<typeof footerLinkSchema>

const MAIL = /^mailto:[^\s@?#<>"]+@[^\s@?#<>"]+\.[^\s@?#<>"]+$/i

const pageSchema = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

/** `https` pages and mail addresses alone: nothing that runs in our page, nothing unencrypted. */
const isLinkTarget = (text: string): boolean =>
  MAIL.test(text) ||
  // Neither blanks, nor quotes, nor a name and a password before the host.
  (/^https:\/\/[^\s<>"@/]+(\/[^\s<>"]*)?$/i.test(text) && pageSchema.safeParse(text).success)

const labelSchema = plainTextSchema({
  max: FOOTER_LABEL_MAX_LENGTH,
  tooLong: INVALID_SETTING.tooLong,
  missing: INVALID_SETTING.label,
  invalid: INVALID_SETTING.label,
}).refine((text) => !text.includes('\n'), INVALID_SETTING.label)

/** As they are sent: in the order in which they are shown. */
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
