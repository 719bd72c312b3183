import { asLine, nameOrSomebody } from '#features/lending/conversations/sides/server/door.ts'
import type { MessageWarning } from '#features/lending/conversations/warnings/message-warnings.ts'
import { warnedQuote } from '#features/lending/conversations/warnings/server/door.ts'
import type { MailTexts } from '#platform/server/mail/mail-template.ts'
import { defineTextMail, type Words } from '#platform/server/mail/text-mail.ts'
import { type LoanNews, loanNewsIn, type NewsDetails } from './loan-news.ts'

export interface LoanChanged extends Omit<NewsDetails, 'otherName'> {
  /** The other side, as far as the receiver may know it; null if it shows no name. */
  otherName: string | null
  firstname: string
  news: LoanNews
  text: string | null
  warnings?: readonly MessageWarning[]
  url: string
  /** Address of the page that accepts the proposed days. */
  agreeUrl?: string
  /** Where the lender's side can still say yes to a request that has ended. */
  lateYesUrl?: string
  /** Where the lender confirms or rejects what the borrower says was arranged in words. */
  rightUrls?: { yes: string; no: string; otherDay: string | null }
  /**
   * Identifies what the mail is about, so that it can be checked, and its calendar file added, right before it is
   * sent.
   */
  about?: { user_id: string; transaction_id: string; at?: string }
}

function buttonsOf(content: LoanChanged, t: Words<'loans'>): MailTexts['buttons'] {
  const { news, url, agreeUrl, lateYesUrl, rightUrls, stillAsked = [] } = content
  if (rightUrls) {
    const { yes, no, otherDay } = rightUrls
    return [
      { label: t('mails.loanChanged.right'), url: yes },
      { label: t('mails.loanChanged.notRight'), url: no },
      ...(otherDay ? [{ label: t('mails.loanChanged.otherDay'), url: otherDay }] : []),
    ]
  }
  if (news === 'freeAgain') return [{ label: t('mails.loanChanged.askAgain'), url }]
  if ((news === 'expired' && stillAsked.length === 0) || news === 'lenderLeft')
    return [{ label: t('mails.loanChanged.askOthers'), url }]
  const open = { label: t('mails.loanChanged.open'), url }
  if (lateYesUrl) return [{ label: t('mails.loanChanged.lateYes'), url: lateYesUrl }, open]
  return agreeUrl ? [{ label: t('mails.loanChanged.suits'), url: agreeUrl }, open] : [open]
}

/** Notifies of a change of a loan. */
export const loanChanged = defineTextMail(
  'loans',
  'loanChanged',
  (content: LoanChanged, t, { lang }) => {
    const { news, text, warnings = [], rightUrls, url } = content
    const details = { ...content, otherName: nameOrSomebody(content.otherName, lang) }
    const sentences = loanNewsIn(lang)[news](details)
    const subject = asLine(sentences.subject, lang)
    const body = sentences.body.map((line) => asLine(line, lang))
    return {
      subject,
      preview: body[0] ?? subject,
      heading: subject,
      body,
      ...(text ? warnedQuote(text, warnings, lang) : {}),
      buttons: buttonsOf(content, t),
      ...(rightUrls && { links: [{ label: t('mails.loanChanged.open'), url }] }),
      isShort: true,
    }
  },
)
