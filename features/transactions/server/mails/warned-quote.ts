import type { MailTexts } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import { withoutLinks } from '../screening/message-warnings.ts'

/** What there is to be careful about, and what to do then. */
const WORDS: Record<
  Language,
  Record<MessageWarning, string> & { sentence: (found: string) => string }
> = {
  de: {
    link: 'einen Link oder eine E-Mail-Adresse',
    phone: 'eine Telefonnummer',
    money: 'etwas über Geld',
    sentence: (found) =>
      `Vorsicht: Ihr kennt euch hier noch nicht, und die Nachricht enthält ${found}. Zahle nichts im Voraus, gib keine Codes weiter und antworte am besten nur hier.`,
  },
  en: {
    link: 'a link or an e-mail address',
    phone: 'a phone number',
    money: 'something about money',
    sentence: (found) =>
      `Careful: you do not know each other here yet, and the message contains ${found}. Pay nothing in advance, pass on no codes, and it is best to answer here only.`,
  },
  fr: {
    link: 'un lien ou une adresse e-mail',
    phone: 'un numéro de téléphone',
    money: 'des mots qui parlent d’argent',
    sentence: (found) =>
      `Attention : vous ne vous connaissez pas encore ici, et le message contient ${found}. Ne payez rien d’avance, ne transmettez aucun code, et répondez de préférence ici.`,
  },
}

/**
 * What somebody wrote, for a mail: from somebody not yet answered no link can be pressed, and a sentence
 * says what to be careful about.
 */
export function warnedQuote(
  text: string,
  warnings: readonly MessageWarning[],
  lang: Language,
): Required<Pick<MailTexts, 'quote'>> & Pick<MailTexts, 'warning'> {
  if (warnings.length === 0) return { quote: text }
  const { sentence, ...words } = WORDS[lang]
  const found = new Intl.ListFormat(lang).format(warnings.map((warning) => words[warning]))
  return { quote: withoutLinks(text), warning: sentence(found) }
}
