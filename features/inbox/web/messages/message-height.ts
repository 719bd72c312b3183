/** The look of a bubble as message-bubble.module.css says it, in pixels or in multiples of the font size of the page. */
const TEXT_REM = 1.0625
const LINE = 1.45
const META_REM = 0.8125
const META_LINE = 1.3
const META_MARGIN_PX = 1
const PADDING_PX = { above: 16, beside: 28 }
const WIDEST = { share: 0.82, zeros: 56 }
/** Of the row around it: message-list.module.css. */
const ROW_PX = { beside: 32, above: 3, aboveFirst: 10 }
/** Where a browser does not tell how wide a letter is. */
const LETTER_EM = 0.48
/** Layout counts in parts of a pixel, and leaves out what is smaller. */
const PARTS_OF_PX = 64

/** What the texts of a conversation are set with. */
export interface Typesetting {
  /** Pixels from one side of the list to the other. */
  listWidth: number
  /** The font size of the page, in pixels. */
  rem: number
  /** How wide a letter is, in multiples of the font size. */
  widthOf: (letter: string) => number
}

interface BubbleLook {
  text: string
  first: boolean
  showsMeta: boolean
}

const floored = (px: number) => Math.floor(px * PARTS_OF_PX) / PARTS_OF_PX

/**
 * How high the row of a message will be, in whole pixels. Nearly always right: letters that stand closer side by side,
 * warnings and what was not sent are left out. What differs is found when the row is measured.
 */
export function messageHeight({ text, first, showsMeta }: BubbleLook, setting: Typesetting) {
  const { listWidth, rem, widthOf } = setting
  const widest = Math.min(
    WIDEST.share * (listWidth - ROW_PX.beside),
    WIDEST.zeros * rem * widthOf('0'),
  )
  const lineEm = (widest - PADDING_PX.beside) / (TEXT_REM * rem)
  const lines = linesOf(text, lineEm, widthOf) * floored(TEXT_REM * rem * LINE)
  const meta = showsMeta ? floored(META_REM * rem * META_LINE) + META_MARGIN_PX : 0
  const above = first ? ROW_PX.aboveFirst : ROW_PX.above
  return Math.round(above + PADDING_PX.above + lines + meta)
}

/**
 * How many lines a text takes: words are put into a line as long as there is room, and one that is wider than a line is
 * broken anywhere.
 * @param room of a line, in the unit of `widthOf`
 */
export function linesOf(text: string, room: number, widthOf: (letter: string) => number): number {
  let lines = 0
  for (const paragraph of text.split('\n')) {
    lines++
    let used = 0
    // A line may end behind a space, which then takes no room, and behind a hyphen.
    for (const word of paragraph.match(/[^ -]*-+| +|[^ -]+/g) ?? []) {
      let width = 0
      for (const letter of word) width += widthOf(letter)
      if (used + width <= room || word.startsWith(' ')) {
        used += width
        continue
      }
      if (used > 0) lines++
      lines += Math.ceil(width / room) - 1
      used = width % room
    }
  }
  return lines
}

/** @param element whose letters are as wide as those of the messages, in multiples of the font size */
export function typesettingOf(element: Element, listWidth: number): Typesetting {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return {
    listWidth,
    rem: rem || 16,
    widthOf: widthsIn(getComputedStyle(element).fontFamily),
  }
}

const EM_PX = 100

/** Asks once for each letter. */
function widthsIn(fontFamily: string): (letter: string) => number {
  const canvas =
    typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) return () => LETTER_EM
  canvas.font = `${EM_PX}px ${fontFamily}`
  const widths = new Map<string, number>()
  return (letter) => {
    const earlier = widths.get(letter)
    if (earlier !== undefined) return earlier
    const width = canvas.measureText(letter).width / EM_PX
    widths.set(letter, width)
    return width
  }
}
