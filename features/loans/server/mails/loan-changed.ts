import type { MessageWarning } from '#features/transactions/message-warnings.ts'
import { asLine, nameOrSomebody, warnedQuote } from '#features/transactions/server/door.ts'
import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { type LoanNews, loanNewsIn, type NewsDetails } from './loan-news.ts'

export interface LoanChanged extends Omit<NewsDetails, 'otherName'> {
  /** The other side, as the receiver may know it; null where it shows no name. */
  otherName: string | null
  firstname: string
  news: LoanNews
  text: string | null
  warnings?: readonly MessageWarning[]
  url: string
  /** Address of the page on which the proposed days are agreed to. */
  agreeUrl?: string
  /** Where the lender's side says yes to a request that has ended. */
  lateYesUrl?: string
  /** Where the lender says whether it is right what the borrower says was arranged in words. */
  rightUrls?: { yes: string; no: string; otherDay: string | null }
  /**
   * What the mail is about, so that it can be checked again, and be given its calendar, right
   * before it is sent.
   */
  about?: { user_id: string; transaction_id: string; at?: string }
}

interface Words {
  greeting: (firstname: string) => string
  open: string
  suits: string
  lateYes: string
  right: string
  notRight: string
  otherDay: string
  askOthers: string
  askAgain: string
  /** About the links of the mail. */
  note: string
}

const wordsIn = (lang: Language): Words => {
  const t = texts('loans', lang)
  return {
    greeting: (firstname) => t('mails.loanChanged.greeting', { firstname }),
    open: t('mails.loanChanged.open'),
    suits: t('mails.loanChanged.suits'),
    lateYes: t('mails.loanChanged.lateYes'),
    right: t('mails.loanChanged.right'),
    notRight: t('mails.loanChanged.notRight'),
    otherDay: t('mails.loanChanged.otherDay'),
    askOthers: t('mails.loanChanged.askOthers'),
    askAgain: t('mails.loanChanged.askAgain'),
    note: t('mails.loanChanged.note'),
  }
}

function buttonsOf(content: LoanChanged, words: Words): MailTexts['buttons'] {
  const { news, url, agreeUrl, lateYesUrl, rightUrls, stillAsked = [] } = content
  if (rightUrls) {
    const { yes, no, otherDay } = rightUrls
    return [
      { label: words.right, url: yes },
      { label: words.notRight, url: no },
      ...(otherDay ? [{ label: words.otherDay, url: otherDay }] : []),
    ]
  }
  if (news === 'freeAgain') return [{ label: words.askAgain, url }]
  if ((news === 'expired' && stillAsked.length === 0) || news === 'lenderLeft')
    return [{ label: words.askOthers, url }]
  const open = { label: words.open, url }
  if (lateYesUrl) return [{ label: words.lateYes, url: lateYesUrl }, open]
  return agreeUrl ? [{ label: words.suits, url: agreeUrl }, open] : [open]
}

/** Tells of a step of a loan. */
export const loanChanged = defineMail<LoanChanged>('loanChanged', (content, { lang }) => {
  const { firstname, news, text, warnings = [] } = content
  const words = wordsIn(lang)
  const details = { ...content, otherName: nameOrSomebody(content.otherName, lang) }
  const sentences = loanNewsIn(lang)[news](details)
  const subject = asLine(sentences.subject, lang)
  const body = sentences.body.map((line) => asLine(line, lang))
  const buttons = buttonsOf(content, words)
  const quote = text ? warnedQuote(text, warnings, lang) : {}
  return {
    subject,
    preview: body[0] ?? subject,
    heading: subject,
    greeting: words.greeting(firstname),
    body,
    ...quote,
    buttons,
    ...(content.rightUrls && { links: [{ label: words.open, url: content.url }] }),
    note: words.note,
    isShort: true,
  }
})
