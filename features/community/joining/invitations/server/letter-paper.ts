import { setImmediate } from 'node:timers/promises'
import {
  dateOf,
  type PaperConfig,
  recipientLines,
  senderLine,
} from '#features/shop/orders/papers/server/door.ts'
import { formatParcelCode } from '#features/shop/parcels/parcel-code.ts'
import type {
  LetterBatchRow,
  LetterPlace,
  ParcelCodeRow,
} from '#features/shop/parcels/server/door.ts'
import { INNER_WIDTH, MUTED, mm, PAGE, Paper } from '#platform/server/papers/paper.ts'
import { drawCode } from '#platform/server/papers/paper-code.ts'
import { WINDOW_END, writeInWindow } from '#platform/server/papers/window.ts'
import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

const CODE_SIDE = mm(42)
const SIZE = 11

/** The short address of a letterbox, to type. */
export const typedAddress = (publicUrl: string, code: string): string =>
  `${new URL(publicUrl).host}${paths.letterboxCode(code)}`

/** Name of the file. */
export const lettersName = (lang: Language) => texts('invitations', lang)('papers.file')

/** The parts of a batch that are printed on its letters. */
type BatchOfLetter = Pick<LetterBatchRow, 'lang' | 'text' | 'window'>

/** The parts of a letter that are printed on it. A preview has no code yet. */
type LetterOnPaper = Pick<
  ParcelCodeRow,
  'address' | 'postcode' | 'city' | 'country' | 'handed_letterbox_id' | 'expires_at'
> & { code: string | null }

/** Placeholder for the code in a preview. */
const NO_CODE = '····-····'
/** Placeholder for the code of a letterbox in a preview: no letterbox has one with a U. */
const SAMPLE_CODE = 'UUUUUUU'

export const previewName = (lang: Language) => texts('invitations', lang)('papers.previewFile')

interface LetterOptions {
  batch: BatchOfLetter
  /** Names of imported owners, by letterbox. All other letters are addressed to "everybody in this house". */
  names: ReadonlyMap<
    string,
    { firstname: string; lastname: string; address_addition: string | null }
  >
  /** Short addresses of imported letterboxes that are on the map, by letterbox. */
  addresses: ReadonlyMap<string, string>
  config: PaperConfig
  /** Contact for people who do not want to be on the map. */
  contact: string
}

const wordsIn = (lang: Language) => texts('invitations', lang)

function writeAddress(paper: Paper, letter: LetterOnPaper, options: LetterOptions): void {
  const { batch, names, config } = options
  const { lang } = batch
  paper.logo(config.logo, mm(11))
  const brand = { x: PAGE.margin + mm(14), y: PAGE.margin + mm(2), width: mm(90) }
  paper.write('P', config.brandName, { ...brand, size: 17, weight: 'heading' })
  const person = names.get(letter.handed_letterbox_id ?? '')
  const isNamed = person !== undefined && `${person.firstname}${person.lastname}`.trim() !== ''
  const recipient = recipientLines(
    {
      firstname: isNamed ? person.firstname : wordsIn(lang)('papers.everybody'),
      lastname: isNamed ? person.lastname : '',
      address: letter.address ?? '',
      address_addition: person?.address_addition ?? null,
      postcode: letter.postcode ?? '',
      city: letter.city ?? '',
      country: letter.country ?? '',
      lang,
    },
    config,
  )
  writeInWindow(paper, batch.window, { sender: senderLine(config), recipient })
}

/** The text of the letter, below the fold for either window side. */
function writeText(
  paper: Paper,
  letter: LetterOnPaper,
  { batch, names, addresses, config, contact }: LetterOptions,
) {
  const { lang, text } = batch
  const t = wordsIn(lang)
  const brand = config.brandName
  const person = names.get(letter.handed_letterbox_id ?? '')
  const y = WINDOW_END + mm(12)
  paper.write('H1', t('papers.heading'), { y, size: 22, weight: 'heading' })
  const firstname = person?.firstname.trim() ?? ''
  const greeting = firstname === '' ? t('papers.greeting') : t('papers.greetingTo', { firstname })
  const say = (line: string, gap = mm(3)) =>
    paper.write('P', line, { y: paper.doc.y + gap, size: SIZE })
  say(greeting)
  const address = addresses.get(letter.handed_letterbox_id ?? '')
  const seen = address === undefined ? '' : ` ${t('papers.seen', { address })}`
  say(
    letter.handed_letterbox_id
      ? t('papers.imported', { brand }) + seen
      : t('papers.lend', { brand }),
  )
  say(letter.handed_letterbox_id ? t('papers.take', { contact }) : t('papers.free'))
  for (const paragraph of text.split(/\n+/).filter((each) => each.trim() !== '')) say(paragraph)
}

/** The code as QR code and as text. */
function writeCode(
  paper: Paper,
  letter: LetterOnPaper,
  { batch, config, contact }: LetterOptions,
): void {
  const { lang } = batch
  const t = wordsIn(lang)
  const printed = letter.code === null ? NO_CODE : formatParcelCode(letter.code)
  const link = config.publicUrl + paths.parcel(letter.code === null ? {} : { code: printed })
  const page = `${new URL(config.publicUrl).host}${paths.parcel()}`
  paper.write('H2', t('papers.join'), { y: paper.doc.y + mm(7), size: 15, weight: 'heading' })
  const top = paper.doc.y + mm(4)
  drawCode(paper, link, { x: PAGE.margin, y: top, side: CODE_SIDE, alt: t('papers.scan') })
  const x = PAGE.margin + CODE_SIDE + mm(10)
  const beside = { x, width: INNER_WIDTH - CODE_SIDE - mm(10) }
  paper.write('P', t('papers.code'), { ...beside, y: top, size: 9, color: MUTED })
  paper.write('P', printed, { ...beside, size: 26, weight: 'bold' })
  paper.write('P', t('papers.how', { page }), { ...beside, y: paper.doc.y + mm(2), size: 10.5 })
  const until = t('papers.validUntil', { date: dateOf(letter.expires_at, lang, config) })
  paper.write('P', until, { ...beside, y: paper.doc.y + mm(1), size: 10.5, color: MUTED })
  paper.doc.y = Math.max(paper.doc.y, top + CODE_SIDE)
  const y = paper.doc.y + mm(6)
  paper.write('P', t('papers.bye', { brand: config.brandName }), { y, size: SIZE })
  const source = t(letter.handed_letterbox_id ? 'papers.sourceImported' : 'papers.source', {
    contact,
  })
  paper.write('P', source, { y: paper.doc.y + mm(4), size: 8.5, color: MUTED })
}

/** Renders the letters of a batch, one page each. */
export async function renderLetters(
  letters: readonly [LetterOnPaper, ...LetterOnPaper[]],
  options: LetterOptions,
): Promise<Buffer> {
  const { batch, config } = options
  const author = config.invoice?.name ?? config.brandName
  const title = wordsIn(batch.lang)('papers.title')
  const paper = new Paper({ title, lang: batch.lang, author })
  for (const [index, letter] of letters.entries()) {
    if (index > 0) paper.doc.addPage()
    // Lets other requests run between two pages.
    await setImmediate()
    writeAddress(paper, letter, options)
    writeText(paper, letter, options)
    writeCode(paper, letter, options)
  }
  return paper.finish()
}

/**
 * A preview of the first letter. It shows an invented name for imported owners, so that no real name is on paper
 * before letters are made.
 */
export function renderPreview(
  place: LetterPlace,
  {
    batch,
    config,
    contact,
    expires_at,
  }: Omit<LetterOptions, 'names' | 'addresses'> & { expires_at: Date },
): Promise<Buffer> {
  const t = wordsIn(batch.lang)
  const person = {
    firstname: t('papers.sampleFirstname'),
    lastname: t('papers.sampleLastname'),
    address_addition: null,
  }
  const handed = place.handed_letterbox_id
  return renderLetters([{ ...place, code: null, expires_at }], {
    batch,
    config,
    contact,
    names: new Map(handed ? [[handed, person]] : []),
    addresses: new Map(handed ? [[handed, typedAddress(config.publicUrl, SAMPLE_CODE)]] : []),
  })
}
