import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import { find } from 'linkifyjs'
import type { LoanSide } from '#features/lending/conversations/transactions/loan-steps.ts'
import { FIRST_COUNTRIES } from '#platform/shared/countries.ts'
import type { MessageWarning } from '../message-warnings.ts'
import { ACCOUNTS, MONEY_WORDS } from './money-words.ts'
import { plainWords } from './plain-words.ts'

/** A full stop that is not followed by a space, before a new sentence: "morgen.Am Abend". */
const NEXT_SENTENCE = /^[^/@]+\.\p{Lu}\p{Ll}+$/u

/** Web and mail addresses that mail programs turn into links. */
function linksOf(text: string): { start: number; end: number }[] {
  return find(text).filter(({ value }) => !NEXT_SENTENCE.test(value))
}

/** Dates and times of day: several in a row may look like a number of seven digits or more. */
const TIMES =
  /(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4}|\d{2})?|(?:[01]?\d|2[0-4])[.:][0-5]\d)(?!\d)/g
/** A phone number as people write it: with a leading 0 or +, or an Italian mobile number. */
const DIALLED = /^\(?(?:\+|0)|^3\d{2}[ /.-]?\d{3}[ /.-]?\d{3,4}$/
const SHORTEST_NUMBER = 9

const digitsOf = (text: string) => text.replace(/\D/g, '').length

function holdsPhoneNumber(text: string): boolean {
  // Scammers write the letter O for a zero.
  const textWithZeros = text.replace(/(?<![\p{L}])o(?=\d)/giu, '0')
  return [...FIRST_COUNTRIES, 'LI' as const].some((defaultCountry) =>
    findPhoneNumbersInText(textWithZeros, { defaultCountry }).some(({ startsAt, endsAt }) => {
      const asWritten = textWithZeros.slice(startsAt, endsAt)
      return DIALLED.test(asWritten) && digitsOf(asWritten.replace(TIMES, '')) >= SHORTEST_NUMBER
    }),
  )
}

/**
 * What a text contains that scams often contain. A phone number is no warning if the lender writes it: the lender
 * was asked and may give one.
 */
export function warningsOf(text: string, side: LoanSide): MessageWarning[] {
  const words = plainWords(text)
  const contains: Record<MessageWarning, boolean> = {
    link: linksOf(text.normalize('NFKC').replaceAll('。', '.')).length > 0,
    phone: side === 'borrower' && holdsPhoneNumber(text.normalize('NFKC')),
    money: MONEY_WORDS.test(words) || ACCOUNTS.test(words),
  }
  return (['link', 'phone', 'money'] as const).filter((warning) => contains[warning])
}

/** The same text with every link disabled: `https[:]//example[.]com`. */
export function withoutLinks(text: string): string {
  let safe = ''
  let copiedUpTo = 0
  for (const { start, end } of linksOf(text)) {
    const link = text.slice(start, end).replace(/[.@]/g, '[$&]')
    safe += text.slice(copiedUpTo, start) + link
    copiedUpTo = end
  }
  return (safe + text.slice(copiedUpTo)).replaceAll('://', '[:]//').replace(/\bwww\./gi, 'www[.]')
}
