/**
 * Splits street and house number typed on one line, in the languages around the Alps: the number after or before the
 * street, and street names that contain numbers.
 */
export interface AddressParts {
  /** '' if there is no street, as in "Nr. 45". */
  street: string
  /** The house number as typed, "12 a" or "7-9"; '' if there is none. */
  number: string
  /** Street and number in the typed order. */
  line: string
  /** The rest: a floor, a postcode, a town. */
  rest: string
}

const MONTHS =
  'januar|jänner|februar|feber|märz|april|mai|juni|juli|august|september|oktober|november|dezember|' +
  'janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|' +
  'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre'

/** Numbers in street names: "17. Juni", "1er-Mars", "8 Mai 1945", and that of "Rue des 2 Gares". */
const IN_NAMES = [
  new RegExp(
    String.raw`(?<!\d)\d{1,2}(?:\.|er|º)?[\s-]*(?:${MONTHS})(?!\p{L})(?:[\s-]+(?:1[5-9]|20)\d\d(?!\d))?`,
    'giu',
  ),
  /(?<=(?:^|[\s-])(?:des?|les|aux|der|den|dei|delle)[\s-])\d{1,4}(?=[\s.-]+\p{L}{2})/giu,
]

const LETTER = String.raw`(?:bis|ter|quater|[a-z])(?![\p{L}\d])`
/** "12", "12a", "12 a", "12bis"; not the 2 of "2. Stock". */
const NUMBER = String.raw`\d{1,4}(?:\s?${LETTER})?(?![\d.])`
/** "12-14", "12/3/4", "7a-c". */
const NUMBERS = String.raw`${NUMBER}(?:\s?[-–/+]\s?(?:${NUMBER}|${LETTER}))*`
const SIGN = String.raw`(?:nr|no|n°|nº)\.?\s?`
/** Separator between street and number; "Langstrasse94" has none. */
const BETWEEN = String.raw`(?:[\s,]+|(?<=\p{L}{4}\.?))`

/** Blocks in Mannheim have names like rooms: "L 15, 7-9". */
const BLOCK = new RegExp(
  String.raw`^\s*([A-U]\s?\d{1,2})[\s,]+(?=\d{1,2}(?!\d))(${NUMBERS})(?=$|[\s,])`,
  'iu',
)
const NUMBER_ALONE = new RegExp(String.raw`^\s*()${SIGN}(${NUMBERS})(?=$|[\s,])`, 'iu')
const AT_THE_END = new RegExp(
  String.raw`^(.*?\p{L}.*?)${BETWEEN}(?:${SIGN})?(${NUMBERS})\s*$`,
  'iu',
)
const IN_THE_MIDDLE = new RegExp(
  String.raw`^(.*?\p{L}.*?)${BETWEEN}(?:${SIGN})?(${NUMBERS})(?=$|[\s,])`,
  'iu',
)
/** "12, rue du Rhône". */
const BEFORE = new RegExp(String.raw`^\s*(${NUMBERS})[\s,]+([^,;]*\p{L}[^,;]*)`, 'iu')

/** A postcode with or without a town. */
const TOWN = /[\s,;]+(?:\p{L}{1,2}[-\s])?\d{4,5}(?:\s+\p{L}{2}.*)?\s*$/u
/** Details after the house number. */
const WITHIN_HOUSE =
  /[\s,;]+(?:wohnung|whg|top|tür|stiege|stg|appartement|apt|app|bte|int|interno|scala|postfach)(?!\p{L}).*$/iu

/** Replaces numbers that are not house numbers with letters; all characters keep their positions. */
function maskNames(text: string): string {
  let masked = text
  for (const numbers of IN_NAMES)
    masked = masked.replace(numbers, (name) => 'x'.repeat(name.length))
  return masked
}

/** Removes text after a house number, if there is a house number before it. */
function withoutRest(masked: string): string {
  const [town = ''] = TOWN.exec(masked) ?? []
  const beforeTown = masked.slice(0, masked.length - town.length)
  const isTown = /\d/.test(beforeTown) || /\p{L}{2}\s*$/u.test(town)
  const [line = ''] = /^.*?\d[^,;]*/.exec(isTown ? beforeTown : masked) ?? []
  const within = WITHIN_HOUSE.exec(line)
  const isWithin = within !== null && /\d/.test(line.slice(0, within.index))
  return isWithin ? line.slice(0, within.index) : line
}

/** Longer texts are not addresses, and the expressions above would be slow on them. */
const LONGEST = 300

/** Splits an address line; text after the address is allowed and returned as `rest`. */
export function splitAddress(text: string): AddressParts {
  const whole = { street: text.trim(), number: '', line: text.trim(), rest: '' }
  if (text.length > LONGEST) return whole
  const masked = maskNames(text)
  const cut = (length: number, street: string, number: string): AddressParts => ({
    street: street.replace(/[\s,]+$/, '').trim(),
    number: number.trim(),
    line: text.slice(0, length).trim(),
    rest: text.slice(length),
  })
  const before = BEFORE.exec(masked)
  const isBefore = before !== null && !/^\d{4}/.test(before[1] ?? '')
  const block = BLOCK.exec(masked)
  const line = withoutRest(masked)
  const behind =
    block ??
    NUMBER_ALONE.exec(masked) ??
    (isBefore ? null : (AT_THE_END.exec(line) ?? IN_THE_MIDDLE.exec(line)))
  if (behind) {
    const [all, street = '', number = ''] = behind
    return cut(all.length, text.slice(0, street.length), number)
  }
  if (before) {
    const [all, number = ''] = before
    const [town = ''] = TOWN.exec(all) ?? []
    const end = all.length - town.length
    const start = all.length - (before[2] ?? '').length
    return cut(end, text.slice(start, end), number)
  }
  return whole
}

/** The parts of "Langstrasse 94, 8004 Zürich". */
export interface TypedAddress {
  /** Street and house number in the typed order. */
  street: string
  /** Postcode, town, or empty. */
  place: string
}

/** Parses a typed address with street and house number; null for every other text. Never throws. */
export function readTypedAddress(text: string): TypedAddress | null {
  // Control characters are not allowed in database texts and do not occur in street names.
  const typed = text.replace(/\p{C}/gu, '').trim()
  const { street, number, line, rest } = splitAddress(typed)
  // A number of four digits before a name is a postcode.
  if (street === '' || number === '' || /^\d{4}/.test(line)) return null
  return { street: line, place: rest.replace(/^[\s,;/.-]+/, '') }
}
