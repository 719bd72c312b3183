import type { NoticeLinks } from '#features/people/notifications/server/door.ts'
import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths, type RequestAnswer } from '#platform/shared/paths.ts'

/** Links to the pages that confirm each answer to a request. */
export type AnswerUrls = Record<RequestAnswer, string>

/** What a mail that asks for an answer contains in addition to its text. */
export interface Asking {
  /** The wanted days in words. */
  wanted: string | null
  answerUrls: AnswerUrls
}

const wordsIn = (lang: Language) => sectionsOf('transactions', lang).mails.answerButtons

/** Links to the pages that confirm an answer; `conversation` builds the addresses. */
export function answerUrlsOf(
  transactionId: string,
  conversation: NoticeLinks['conversation'],
): AnswerUrls {
  const urlOf = (answer: RequestAnswer) =>
    conversation(paths.answerRequest({ transaction_id: transactionId, answer }))
  return {
    accept: urlOf('accept'),
    decline: urlOf('decline'),
    propose: urlOf('propose'),
  }
}

/** The answers as buttons, the wanted days as a line, and the conversation as a link below. */
export function askingParts(lang: Language, { wanted, answerUrls }: Asking, url: string) {
  const words = wordsIn(lang)
  const answers = ['accept', 'decline', 'propose'] as const
  return {
    buttons: answers.map((answer) => ({ label: words[answer], url: answerUrls[answer] })),
    links: [{ label: words.open, url }],
    facts: wanted === null ? undefined : [{ label: words.wanted, value: wanted }],
  }
}
