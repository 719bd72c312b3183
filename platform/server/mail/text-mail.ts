import type { Noun, Values } from '#platform/shared/texts.ts'
import { type ServerTexts, texts, textsByPath } from '../texts.ts'
import { type DefinedMail, defineMail, type MailContext, type MailTexts } from './mail-template.ts'

/** The names below `mails` in a noun's texts. */
type MailName<Name extends Noun> =
  ServerTexts<Name> extends { mails: infer Mails } ? keyof Mails & string : never

/** What stands in no text of the mail: links and quotations, and what takes the place of a text. */
interface MailParts extends Partial<MailTexts> {
  /** Where the button leads whose label is the text `button`. */
  button?: string
  /** Where the receiver says that it was somebody else; its label and its note are the noun's `mails.notMe`. */
  notMe?: string
}

/** Texts of a noun, with the fields of the mail's content and `brand` filled in. */
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
 * A kind of mail whose words are the texts `mails.<template>` of a noun: `subject`, `preview`, `heading`, `body` or
 * `body1` to `body3`, `button`, `note`, `greeting` and `footer`. What all mails of the noun say stands once, in `mails`.
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
    /** The mail's own text, else the one of all mails of the noun. */
    const find = (key: string) => textAt(`mails.${template}.${key}`) ?? textAt(`mails.${key}`)
    // A text that is missing reads as its key, which the test of all mails finds.
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
