import type { Noun, Values } from '#platform/shared/texts.ts'
import { type ServerTexts, texts, textsByPath } from '../texts.ts'
import { type DefinedMail, defineMail, type MailContext, type MailTexts } from './mail-template.ts'

/** The names below `mails` in a feature's texts. */
type MailName<Name extends Noun> =
  ServerTexts<Name> extends { mails: infer Mails } ? keyof Mails & string : never

/** The parts of a mail that are not in its texts: links, quotations, and replacements for texts. */
interface MailParts extends Partial<MailTexts> {
  button?: string
  /** URL for saying "it was not me"; label and note are in the feature's `mails.notMe`. */
  notMe?: string
}

/** Looks up texts of a feature, with the mail's fields and `brand` filled in. */
export type Words<Name extends Noun> = (
  path: Parameters<ReturnType<typeof texts<Name>>>[0],
  more?: Values,
) => string

const PARAGRAPHS = ['body', 'body1', 'body2', 'body3']

const valuesIn = (content: object): Values =>
  Object.fromEntries(
    Object.entries(content).filter(([, value]) => ['string', 'number'].includes(typeof value)),
  )

/**
 * Defines a mail whose texts are in `mails.<template>` of a feature: `subject`, `preview`, `heading`, `body` or `body1`
 * to `body3`, `button`, `note`, `greeting` and `footer`. Texts that all mails of the feature share are directly in
 * `mails`.
 */
export function defineTextMail<Name extends Noun, Content extends object>(
  noun: Name,
  template: MailName<Name>,
  partsOf: (content: Content, t: Words<Name>, context: MailContext) => MailParts,
): DefinedMail<Content> {
  return defineMail<Content>(template, (content, context) => {
    const { lang, brand } = context
    const values = { ...valuesIn(content), brand }
    const say = texts(noun, lang)
    const textAt = textsByPath(noun, lang, values)
    /** The mail's own text, otherwise the shared one. */
    const find = (key: string) => textAt(`mails.${template}.${key}`) ?? textAt(`mails.${key}`)
    // A missing text shows as its key, which the test of all mails detects.
    const need = (key: string) => find(key) ?? `mails.${template}.${key}`
    const t: Words<Name> = (path, more) => say(path, { ...values, ...more })
    const { button, notMe, ...parts } = partsOf(content, t, context)
    return {
      subject: need('subject'),
      preview: need('preview'),
      heading: need('heading'),
      greeting: need('greeting'),
      body: PARAGRAPHS.flatMap((key) => find(key) ?? []),
      buttons: [
        ...(button ? [{ label: need('button'), url: button }] : []),
        ...(notMe ? [{ label: need('notMe.button'), url: notMe }] : []),
      ],
      note: find(notMe ? 'notMe.note' : 'note'),
      footer: find('footer'),
      ...parts,
    }
  })
}
