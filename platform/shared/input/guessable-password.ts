/** Code points of "La Chaux-de-Fonds"; longer texts are more than one word. */
const WORD_LENGTH = 17
/** In code units, punctuation included; longer passwords are not checked. */
const LOOKED_AT = 48
const SIGNS_AT_ENDS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
const WORD_THEN_YEAR = /^(\D+)(?:19|20)\d{2}$/
const YEAR_THEN_WORD = /^(?:19|20)\d{2}(\D+)$/

/** Whether a password is one word with a year ("Zürich2026!"), which attackers try first, whatever the word. */
function isWordWithYear(password: string): boolean {
  if (password.length > LOOKED_AT) return false
  const core = password.normalize('NFKC').replace(SIGNS_AT_ENDS, '')
  const [, beside] = WORD_THEN_YEAR.exec(core) ?? YEAR_THEN_WORD.exec(core) ?? []
  const word = beside?.replace(SIGNS_AT_ENDS, '')
  return word !== undefined && [...word].length <= WORD_LENGTH
}

const YEAR = '(?:19|20)\\d{2}'
const MONTH = '(?:0?[1-9]|1[0-2])'
const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
/** With or without separators; year first, last or short: 20261123, 23.11.2026, 11/23/26. */
const ORDERS = [
  [YEAR, MONTH, DAY],
  [DAY, MONTH, YEAR],
  [MONTH, DAY, YEAR],
  ['\\d{2}', MONTH, DAY],
  [DAY, MONTH, '\\d{2}'],
  [MONTH, DAY, '\\d{2}'],
]
const DATE = new RegExp(`^(?:${ORDERS.map((parts) => parts.join('[-./ _]*')).join('|')})$`)

/** Whether a password is only a date: a computer tries all of them in a moment. */
export function isWholeDate(password: string): boolean {
  if (password.length > LOOKED_AT) return false
  return DATE.test(password.normalize('NFKC').replace(SIGNS_AT_ENDS, ''))
}

/** Rules that client and server share, so that a password that will be rejected never looks good while it is typed. */
export const isWrittenByRule = (password: string) =>
  isWordWithYear(password) || isWholeDate(password)
