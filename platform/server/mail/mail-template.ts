import type { Language } from '#platform/shared/languages.ts'
import type { Feature } from '../feature.ts'

export interface MailEntry {
  title: string
  text: string
  url: string
  facts?: MailTexts['facts']
  buttons?: MailTexts['buttons']
}

export interface MailTexts {
  subject: string
  preview: string
  heading: string
  greeting: string
  /** Paragraphs before the buttons. */
  body: string[]
  /** Markdown by the community, after the paragraphs. */
  markdown?: string
  /** Language of heading and Markdown, if it differs from the rest. */
  textLang?: Language
  /** Facts, one per line. */
  facts?: readonly { label: string; value: string }[]
  /** A safety warning before the quoted text. */
  warning?: string
  /** User text, shown as a quotation. */
  quote?: string
  /** Several entries, each with a link to its page and its actions. */
  entries?: readonly MailEntry[]
  /** The first one is the primary action. */
  buttons: { label: string; url: string }[]
  /** Below the buttons: says that one can reply to this mail. */
  reply?: string | undefined
  /** Small print below the buttons. */
  note?: string
  /** Why the receiver gets this mail; missing if the links below already say so. */
  footer?: string
  /** Everything is on the site as well, so the button's URL is not repeated. */
  isShort?: boolean
  /** Links in the small print, for example to unsubscribe. */
  links?: { label: string; url: string }[]
}

/** The context in which a mail is written. */
export interface MailContext {
  lang: Language
  /** The name of the community. */
  brand: string
}

type TextsOf<Content> = (content: Content, context: MailContext) => MailTexts

/** Content in the queue: the template and its values as JSON. */
export type MailContent<Content = object> = Content & { template: string }

/** A kind of mail: its name and its texts. */
export interface MailTemplate<Content = never> {
  readonly template: string
  readonly textsOf: TextsOf<Content>
}

/** Called with the values, it returns the content for the queue. */
export type DefinedMail<Content> = MailTemplate<Content> &
  ((content: Content) => MailContent<Content>)

/**
 * Defines a kind of mail; its texts are in the section `mails` of the feature. `template` is its name in the queue and
 * must stay the same, since queued mails are read after an update.
 */
export function defineMail<Content extends object>(
  template: string,
  textsOf: TextsOf<Content>,
): DefinedMail<Content> {
  return Object.assign((content: Content) => ({ ...content, template }), { template, textsOf })
}

/** Mail programs turn such names into links, and anyone can have a mail sent to a stranger's address. */
const LIKE_A_LINK = /:\/\/|www\.|[\p{L}\d-]{2,}\.\p{L}{2,}/iu
/** Fields with a name that a user chose. */
const NAMES = ['firstname', 'inviter'] as const

function withHarmlessNames<C extends object>(content: C): C {
  const names = NAMES.filter((name) => LIKE_A_LINK.test(String(Reflect.get(content, name) ?? '')))
  return { ...content, ...Object.fromEntries(names.map((name) => [name, ''])) }
}

/** Renders the texts of a queued mail. @throws if the template does not exist in this version */
export type ReadMail = (content: MailContent, lang: Language, brand: string) => MailTexts

export function readMailsOf(features: readonly Pick<Feature, 'mails'>[]): ReadMail {
  const templates = features.flatMap(({ mails }) => mails ?? [])
  const byName = new Map(templates.map((each) => [each.template, each]))
  if (byName.size !== templates.length) throw new Error('Unexpected two mails with one name')
  return (content, lang, brand) => {
    const template = byName.get(content.template)
    if (!template) throw new Error(`Unexpected mail in the queue: ${content.template}`)
    // Each template reads the content it has written itself.
    const texts = template.textsOf(withHarmlessNames(content) as never, { lang, brand })
    return { ...texts, greeting: texts.greeting.trim() }
  }
}
