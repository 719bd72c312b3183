/**
 * Lengths and characters of a QR-bill, from the Swiss Implementation Guidelines QR-bill 2.3 (valid since 21 November
 * 2025): Basic Latin, Latin-1 Supplement and Latin Extended-A, plus the Romanian letters and the euro sign.
 */
export const BILL_LENGTHS = { name: 70, address: 70, postcode: 16, city: 35 } as const
const ALLOWED = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/

/** Usual spelling of characters whose accent cannot simply be removed. */
const USUAL: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  ʻ: "'",
  ʿ: "'",
  ʾ: "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '‹': "'",
  '›': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '…': '...',
  '•': '·',
  '№': 'No.',
  '™': 'TM',
  ẞ: 'SS',
  Ə: 'E',
  ə: 'e',
  Ɛ: 'E',
  ɛ: 'e',
  Ɔ: 'O',
  ɔ: 'o',
  Ɓ: 'B',
  ɓ: 'b',
  Ɗ: 'D',
  ɗ: 'd',
  Ɖ: 'D',
  ɖ: 'd',
  Ƙ: 'K',
  ƙ: 'k',
  Ƴ: 'Y',
  ƴ: 'y',
  Ɲ: 'N',
  ɲ: 'n',
  Ǝ: 'E',
  ǝ: 'e',
  Ǥ: 'G',
  ǥ: 'g',
  Ʒ: 'Z',
  ʒ: 'z',
}

/**
 * Cyrillic as in passports (ICAO 9303), but with the local spelling of Serbian and Macedonian letters; Greek by ELOT
 * 743. Capitals are derived.
 */
const SMALL_LETTERS =
  'а:a б:b в:v г:g ґ:g д:d е:e ё:e є:ie ж:zh з:z и:i і:i ї:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ў:u ф:f ' +
  'х:kh ц:ts ч:ch ш:sh щ:shch ъ:ie ы:y ь: э:e ю:iu я:ia ђ:đ ј:j љ:lj њ:nj ћ:ć џ:dž ѓ:gj ќ:kj ѕ:dz ' +
  'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o'
const LATIN = new Map(
  SMALL_LETTERS.split(' ').flatMap((pair) => {
    const [letter = '', latin = ''] = pair.split(':')
    const capital = latin.slice(0, 1).toUpperCase() + latin.slice(1)
    // A final sigma shares its capital with the ordinary sigma.
    return letter === 'ς'
      ? [[letter, latin] as const]
      : [[letter, latin] as const, [letter.toUpperCase(), capital] as const]
  }),
)
/** "ου" is one sound. */
const GREEK_U: Readonly<Record<string, string>> = { υ: 'u', ύ: 'u', Υ: 'U', Ύ: 'U' }

const isAllowed = (letter: string) => ALLOWED.test(letter)

/** Converts a character to one that a QR-bill allows; returns it unchanged if it has no usual spelling. */
function spelled(letter: string): string {
  if (isAllowed(letter)) return letter
  const usual = USUAL[letter] ?? LATIN.get(letter)
  if (usual !== undefined) return usual
  const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...base].map((part) => USUAL[part] ?? LATIN.get(part) ?? part).join('')
}

/** At most `max` characters, cut between words unless the first word alone is longer. */
function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) return text
  const space = text.lastIndexOf(' ', max)
  const whole = space > 0 ? text.slice(0, space) : text.slice(0, max)
  return whole.replace(/[\s,;-]+$/, '')
}

/** Converts a text to characters that every bank can read; null if impossible, for example for Chinese. */
export function onBill(text: string, max: number): string | null {
  const spaced = text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=[οΟ])[υύΥΎ]/g, (letter) => GREEK_U[letter] ?? letter)
    .trim()
  const plain = [...spaced].map(spelled).join('')
  return plain !== '' && isAllowed(plain) ? cutBetweenWords(plain, max) : null
}

interface Payer {
  firstname: string
  lastname: string
  address: string
  postcode: string
  city: string
}

/** The payer as named on a QR-bill; null if a part cannot be written, which leaves the box empty. */
export function payerOnBill({ firstname, lastname, address, postcode, city }: Payer) {
  const name = onBill(`${firstname} ${lastname}`, BILL_LENGTHS.name)
  const street = onBill(address, BILL_LENGTHS.address)
  const zip = onBill(postcode, BILL_LENGTHS.postcode)
  const town = onBill(city, BILL_LENGTHS.city)
  return name && street && zip && town ? { name, address: street, zip, city: town } : null
}

/** Whether a QR-bill can carry all text typed so far. */
export const fitsOnBill = (payer: Payer): boolean =>
  [payer.firstname, payer.lastname, payer.address, payer.postcode, payer.city].every(
    (text) => text.trim() === '' || onBill(text, text.length) !== null,
  )
