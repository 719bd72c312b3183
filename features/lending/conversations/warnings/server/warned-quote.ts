import type { MailTexts } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MessageWarning } from '../message-warnings.ts'
import { withoutLinks } from './message-warnings.ts'

/** What to be careful about, and what to do then. */
const wordsIn = (
  lang: Language,
): Record<MessageWarning, string> & { sentence: (dangers: string) => string } => {
  const t = texts('transactions', lang)
  return {
    link: t('mails.warnedQuote.link'),
    phone: t('mails.warnedQuote.phone'),
    money: t('mails.warnedQuote.money'),
    sentence: (dangers) => t('mails.warnedQuote.sentence', { found: dangers }),
  }
}

/**
 * Quotes a message in a mail. If it has warnings, its links are not clickable and a sentence says what to be
 * careful about.
 */
export function warnedQuote(
  text: string,
  warnings: readonly MessageWarning[],
  lang: Language,
): Required<Pick<MailTexts, 'quote'>> & Pick<MailTexts, 'warning'> {
  if (warnings.length === 0) return { quote: text }
  const { sentence, ...words } = wordsIn(lang)
  const dangers = new Intl.ListFormat(lang).format(warnings.map((warning) => words[warning]))
  return { quote: withoutLinks(text), warning: sentence(dangers) }
}
