import Point from '@mapbox/point-geometry'
import type { Feature, Label, LabelSymbolizer, Layout } from './engine.ts'
import { type PlacedLetter, placeLetters, Walk } from './text-on-line.ts'

interface StreetNameOptions {
  /** Attributes that may hold the name of a street, in order of preference. */
  labelProps: (zoom: number, street: Feature) => readonly string[]
  fill: string
  /** Colour of the outline around the letters. */
  stroke: string
  /** Width of the outline in CSS pixels. */
  width: number
  /** CSS font by zoom. */
  font: (zoom: number) => string
  /** CSS pixels between two labels of one street. */
  repeat: number
}

/** Space reserved around a letter, in CSS pixels. */
const LETTER_BOX = 14
const END_MARGIN = 4
/** From Hebrew to Burmese: letters that join, stack, or run to the left, so that they cannot be drawn one by one. */
const JOINED_LETTERS = /[\u0590-\u109f]/
/** Shifts to try in turn, as shares of the free length: just before a bend there is often a better place. */
const SHIFTS = [0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4]

/**
 * Draws names along the bends of their streets, letter by letter; the engine's own symbolizer needs a straight line.
 */
export class StreetNameSymbolizer implements LabelSymbolizer {
  readonly #options: StreetNameOptions

  constructor(options: StreetNameOptions) {
    this.#options = options
  }

  place(layout: Layout, lines: Point[][], street: Feature): Label[] | undefined {
    const { labelProps, font, repeat } = this.#options
    const text = labelProps(layout.zoom, street)
      .map((key) => street.props[key])
      .find((name) => typeof name === 'string')
    if (typeof text !== 'string' || JOINED_LETTERS.test(text)) return undefined
    layout.scratch.font = font(layout.zoom)
    const widths = widthsOf(text, layout.scratch)
    const length = widths.reduce((sum, width) => sum + width, 0)
    const labels: Label[] = []
    for (const line of lines) {
      const walk = new Walk(line)
      if (walk.length < length + 2 * END_MARGIN) continue
      const count = Math.max(1, Math.floor(walk.length / (length + repeat)))
      const room = walk.length / count
      for (let n = 0; n < count; n++) {
        const letters = placeAround(walk, { middle: room * (n + 0.5), room, length, widths })
        if (letters) labels.push(this.#labelOf(text, letters, layout.zoom))
      }
    }
    return labels
  }

  #labelOf(text: string, letters: readonly PlacedLetter[], zoom: number): Label {
    const { font, stroke, fill, width, repeat } = this.#options
    const [start] = letters
    const anchor = new Point(start?.x ?? 0, start?.y ?? 0)
    return {
      anchor,
      bboxes: boxesOf(letters),
      deduplicationKey: text,
      deduplicationDistance: repeat * 0.75,
      draw(context) {
        context.globalAlpha = 1
        context.font = font(zoom)
        context.textBaseline = 'middle'
        context.textAlign = 'center'
        context.lineJoin = 'round'
        context.lineWidth = width
        context.strokeStyle = stroke
        context.fillStyle = fill
        const draw = (write: (letter: string) => void) => {
          for (const [i, letter] of [...text].entries()) {
            const place = letters[i]
            if (letter === ' ' || !place) continue
            context.save()
            context.translate(place.x - anchor.x, place.y - anchor.y)
            context.rotate(place.angle)
            write(letter)
            context.restore()
          }
        }
        draw((letter) => context.strokeText(letter, 0, 0))
        draw((letter) => context.fillText(letter, 0, 0))
      },
    }
  }
}

/** Widths of the letters, including kerning. */
function widthsOf(text: string, scratch: CanvasRenderingContext2D): number[] {
  const widths: number[] = []
  let before = 0
  let part = ''
  for (const letter of text) {
    part += letter
    const { width } = scratch.measureText(part)
    widths.push(width - before)
    before = width
  }
  return widths
}

interface Room {
  /** In pixels: where the middle of the text should be along the line, and how far it may shift. */
  middle: number
  room: number
  length: number
  widths: readonly number[]
}

function placeAround(walk: Walk, { middle, room, length, widths }: Room): PlacedLetter[] | null {
  for (const shift of SHIFTS) {
    const from = middle - length / 2 + shift * room
    if (from < END_MARGIN || from + length > walk.length - END_MARGIN) continue
    const letters = placeLetters(walk, from, widths)
    if (letters) return letters
  }
  return null
}

/** Boxes of every second letter and the last one; they also cover the letters in between. */
function boxesOf(letters: readonly PlacedLetter[]): Label['bboxes'] {
  return letters
    .filter((_, i) => i % 2 === 0 || i === letters.length - 1)
    .map(({ x, y }) => ({
      minX: x - LETTER_BOX / 2,
      minY: y - LETTER_BOX / 2,
      maxX: x + LETTER_BOX / 2,
      maxY: y + LETTER_BOX / 2,
    }))
}
