/** Scripts with digits that keyboards type, by Unicode's names of numbering systems. */
const SYSTEMS = ['arab', 'arabext', 'beng', 'deva', 'gujr', 'guru', 'khmr', 'knda', 'laoo'].concat([
  'mlym',
  'mymr',
  'orya',
  'taml',
  'telu',
  'thai',
  'tibt',
])

let latinByDigit: Map<string, string> | undefined

/** "٤" and "४" are 4. Computed once, since each script needs a formatter. */
function readDigits(): Map<string, string> {
  const digits = new Map<string, string>()
  for (const system of SYSTEMS) {
    const { format } = new Intl.NumberFormat(`en-u-nu-${system}`)
    for (let digit = 0; digit < 10; digit++) digits.set(format(digit), String(digit))
  }
  return digits
}

/** Converts digits of other scripts and full-width digits to 0 to 9. */
export function withLatinDigits(text: string): string {
  const narrow = text.normalize('NFKC')
  return narrow.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    latinByDigit ??= readDigits()
    return latinByDigit.get(digit) ?? digit
  })
}
