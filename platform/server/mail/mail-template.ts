import type { Language } from '#platform/shared/languages.ts'
import type { Feature } from '../feature.ts'

export interface MailEntry {
  title: string
  text: string
  url: string
  facts?: MailTexts['facts']
  buttons?: MailTexts['buttons']
}

/** What a mail says, in one language. */
export interface MailTexts {
  subject: string
  preview: string
  heading: string
  greeting: string
  /** Paragraphs before the buttons. */
  body: string[]
  /** After them, what somebody of the community wrote as Markdown. */
  markdown?: string
  /** Of the heading and the Markdown, where they are in another language than the rest. */
  textLang?: Language
  /** What it is about, one line each. */
  facts?: readonly { label: string; value: string }[]
  /** Before what somebody wrote: what to be careful about. */
  warning?: string
  /** What somebody wrote, shown as a quotation. */
  quote?: string
  /** Several things, each with the page where it is seen, and with what can be done about it there and then. */
  entries?: readonly MailEntry[]
  /** The first is the one that most will press. */
  buttons: { label: string; url: string }[]
  /** Below the buttons, where one can simply reply. */
  reply?: string | undefined
  /** Small print below the buttons. */
  note?: string
  /** Why this mail came; left out where the links below it say what it is one of. */
  footer?: string
  /** All of it is found on the site as well: no address of the button to copy. */
  isShort?: boolean
  /** Below it, in small print: what can be done about such mails. */
  links?: { label: string; url: string }[]
}

/** For whom a mail is written, and who writes. */
export interface MailContext {
  lang: Language
  /** What the community is called. */
  brand: string
}

type TextsOf<Content> = (content: Content, context: MailContext) => MailTexts

/** What waits in the queue: which mail, and its content as JSON. */
export type MailContent<Content = object> = Content & { template: string }

/** A kind of mail: its name, and what it says. */
export interface MailTemplate<Content = never> {
  readonly template: string
  readonly textsOf: TextsOf<Content>
}

/** Called with its content, it makes what the queue takes. */
export type DefinedMail<Content> = MailTemplate<Content> &
  ((content: Content) => MailContent<Content>)

/**
 * A kind of mail; its words stand in the section `mails` of the noun's texts. `template` is its name in the
 * queue: mails that wait there are found again by it after an update.
 */
export function defineMail<Content extends object>(
  template: string,
  textsOf: TextsOf<Content>,
): DefinedMail<Content> {
  return Object.assign((content: Content) => ({ ...content, template }), { template, textsOf })
}

/** Mail programs make links of such names; anybody can have a mail sent to a stranger's address. */
const LIKE_A_LINK = /:\/\/|www\.|[\p{L}\d-]{2,}\.\p{L}{2,}/iu
/** Fields that hold a name which somebody chose. */
const NAMES = ['firstname', 'inviter'] as const

function withHarmlessNames<C extends object>(content: C): C {
  const names = NAMES.filter((name) => LIKE_A_LINK.test(String(Reflect.get(content, name) ?? '')))
  return { ...content, ...Object.fromEntries(names.map((name) => [name, ''])) }
}

/** What a mail from the queue says. @throws for one that no template has: of another version. */
export type ReadMail = (content: MailContent, lang: Language, brand: string) => MailTexts

export function readMailsOf(features: readonly Pick<Feature, 'mails'>[]): ReadMail {
  const templates = features.flatMap(({ mails }) => mails ?? [])
  const byName = new Map(templates.map((each) => [each.template, each]))
  if (byName.size !== templates.length) throw new Error('Unexpected two mails with one name')
  return (content, lang, brand) => {
    const template = byName.get(content.template)
    if (!template) throw new Error(`Unexpected mail in the queue: ${content.template}`)
    // Each template wrote the content that it reads here.
    const texts = template.textsOf(withHarmlessNames(content) as never, { lang, brand })
    return { ...texts, greeting: texts.greeting.trim() }
  }
}
