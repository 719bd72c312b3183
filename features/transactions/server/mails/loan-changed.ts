import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import { LOAN_NEWS, type LoanNews, type Said } from './loan-news.ts'
import { asLine, nameOrSomebody } from './somebody.ts'
import { warnedQuote } from './warned-quote.ts'

export interface LoanChanged extends Omit<Said, 'otherName'> {
  /** As the receiver may know it; null where it shows no name. */
  otherName: string | null
  firstname: string
  news: LoanNews
  text: string | null
  warnings?: readonly MessageWarning[]
  url: string
  /** Where the days that were proposed are agreed to; missing in mails of an earlier version. */
  agreeUrl?: string
  /** By it the mail is looked at again, and given its calendar, when it is sent. */
  about?: { user_id: string; transaction_id: string; at?: string }
}

interface Words {
  greeting: (firstname: string) => string
  open: string
  suits: string
  askOthers: string
  note: string
  footer: (brand: string) => string
}

const WORDS: Record<Language, Words> = {
  de: {
    greeting: (firstname) => `Hallo ${firstname}`,
    open: 'Zur Unterhaltung',
    suits: 'Das passt mir',
    askOthers: 'Die Nächsten fragen',
    note: 'Der Link meldet dich einmal an und gilt 7 Tage. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
    footer: (brand) => `Du bekommst diese E-Mail, weil du bei ${brand} ausleihst oder verleihst.`,
  },
  en: {
    greeting: (firstname) => `Hello ${firstname}`,
    open: 'Open the conversation',
    suits: 'That suits me',
    askOthers: 'Ask the next ones',
    note: 'The link logs you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.',
    footer: (brand) => `You are getting this e-mail because you borrow or lend at ${brand}.`,
  },
  fr: {
    greeting: (firstname) => `Bonjour ${firstname}`,
    open: 'Ouvrir la conversation',
    suits: 'Cela me convient',
    askOthers: 'Demander aux suivants',
    note: 'Le lien vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
    footer: (brand) => `Vous recevez cet e-mail parce que vous empruntez ou prêtez sur ${brand}.`,
  },
}

function buttonsOf({ news, url, agreeUrl }: LoanChanged, words: Words): MailTexts['buttons'] {
  if (news === 'expired' || news === 'lenderLeft') return [{ label: words.askOthers, url }]
  const open = { label: words.open, url }
  return agreeUrl ? [{ label: words.suits, url: agreeUrl }, open] : [open]
}

const textsIn =
  (lang: Language) =>
  (content: LoanChanged, brand: string): MailTexts => {
    const { firstname, news, text, warnings = [] } = content
    const words = WORDS[lang]
    const said = { ...content, otherName: nameOrSomebody(content.otherName, lang) }
    const sentences = LOAN_NEWS[lang][news](said)
    const subject = asLine(sentences.subject, lang)
    const body = sentences.body.map((line) => asLine(line, lang))
    return {
      subject,
      preview: body[0] ?? subject,
      heading: subject,
      greeting: words.greeting(firstname),
      body,
      ...(text && warnedQuote(text, warnings, lang)),
      buttons: buttonsOf(content, words),
      note: words.note,
      footer: words.footer(brand),
    }
  }

/** Tells of a step of a loan. */
export const loanChanged = defineMail<LoanChanged>('loanChanged', {
  de: textsIn('de'),
  en: textsIn('en'),
  fr: textsIn('fr'),
})
