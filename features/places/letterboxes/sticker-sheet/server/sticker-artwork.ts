import { XMLParser } from 'fast-xml-parser'
import { SVGPathData } from 'svg-pathdata'
import type { StickerFile } from '#features/places/items/server/door.ts'

type Doc = PDFKit.PDFDocument
type Attributes = Readonly<Record<string, string>>
type Shape = (doc: Doc, attributes: Attributes) => void

/** A picture drawn into a PDF as lines and areas, in the units of its file. */
export type Artwork = (doc: Doc) => void

/** The outline of each sticker, in the units of its file; see scripts/stickers/sticker.mjs. */
export const OUTLINE = { x: 2, y: 1, size: 60, radius: 17 } as const

/** Attributes that a shape inherits from the groups around it. */
const INHERITED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
]

const number = (attributes: Attributes, name: string, otherwise = 0) =>
  attributes[name] === undefined ? otherwise : Number(attributes[name])

/** pdfkit draws quadratic curves wrong, so all curves are converted to cubic ones first. */
function drawPath(doc: Doc, { d = '' }: Attributes): void {
  const path = new SVGPathData(d).toAbs().normalizeHVZ(false).normalizeST().qtToC().aToC()
  for (const command of path.commands) {
    if (command.type === SVGPathData.MOVE_TO) doc.moveTo(command.x, command.y)
    else if (command.type === SVGPathData.LINE_TO) doc.lineTo(command.x, command.y)
    else if (command.type === SVGPathData.CURVE_TO) {
      const { x1, y1, x2, y2, x, y } = command
      doc.bezierCurveTo(x1, y1, x2, y2, x, y)
    } else if (command.type === SVGPathData.CLOSE_PATH) doc.closePath()
    else throw new Error(`Unexpected command in a sticker: ${command.type}`)
  }
}

const SHAPES: Record<string, Shape> = {
  path: drawPath,
  circle: (doc, of) => doc.circle(number(of, 'cx'), number(of, 'cy'), number(of, 'r')),
  ellipse(doc, of) {
    const rx = number(of, 'rx')
    doc.ellipse(number(of, 'cx'), number(of, 'cy'), rx, number(of, 'ry', rx))
  },
  rect(doc, of) {
    const box = [number(of, 'x'), number(of, 'y'), number(of, 'width'), number(of, 'height')]
    const [x = 0, y = 0, width = 0, height = 0] = box
    const radius = Math.min(number(of, 'rx'), width / 2, height / 2)
    if (radius > 0) doc.roundedRect(x, y, width, height, radius)
    else doc.rect(x, y, width, height)
  },
}

function transform(doc: Doc, text: string): void {
  for (const [, name, inside = ''] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b, c] = inside
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (name === 'translate') doc.translate(a, b ?? 0)
    else if (name === 'scale') doc.scale(a, b ?? a)
    else if (name === 'rotate') doc.rotate(a, { origin: [b ?? 0, c ?? 0] })
    else throw new Error(`Unexpected transform in a sticker: ${name}`)
  }
}

function paint(doc: Doc, look: Attributes): void {
  const { fill = '#000', stroke = 'none' } = look
  if (stroke !== 'none') {
    doc.lineWidth(number(look, 'stroke-width', 1))
    doc.lineCap(look['stroke-linecap'] ?? 'butt').lineJoin(look['stroke-linejoin'] ?? 'miter')
    const [dash, space] = look['stroke-dasharray']?.split(/[\s,]+/).map(Number) ?? []
    if (dash) doc.dash(dash, { space: space ?? dash })
    else doc.undash()
  }
  if (fill !== 'none' && stroke !== 'none') doc.fillAndStroke(fill, stroke)
  else if (fill !== 'none') doc.fill(fill)
  else if (stroke !== 'none') doc.stroke(stroke)
}

/** An element in the parser's format: `{ name: children, ':@': attributes }`. */
type Element = Record<string, Element[]> & { ':@'?: Attributes }

function drawElement(doc: Doc, element: Element, around: Attributes): void {
  const own = element[':@'] ?? {}
  // Shadows are not printed.
  if (own['fill-opacity'] !== undefined) return
  const inherited = INHERITED.flatMap((name) => {
    const value = own[name] ?? around[name]
    return value === undefined ? [] : [[name, value]]
  })
  const look: Attributes = Object.fromEntries(inherited)
  const name = Object.keys(element).find((key) => key !== ':@') ?? ''
  const shape = SHAPES[name]
  if (!shape && name !== 'g') throw new Error(`Unexpected element in a sticker: ${name}`)
  doc.save()
  transform(doc, own.transform ?? '')
  if (shape) {
    shape(doc, own)
    paint(doc, look)
  } else {
    for (const child of element[name] ?? []) drawElement(doc, child, look)
  }
  doc.restore()
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
})

/** Side of a whole sticker picture, in the units of its file. */
const WHOLE = 64
/** Twelve pixels per millimetre. */
const PRINTED_PIXELS = 640

/** An uploaded picture as pixels, because it may contain more than lines and areas. */
async function pixelsOf(content: Buffer, type: string): Promise<Buffer> {
  if (type === 'image/png') return content
  const { renderAsync } = await import('@resvg/resvg-js')
  const image = await renderAsync(content.toString(), {
    fitTo: { mode: 'width', value: PRINTED_PIXELS },
    font: { loadSystemFonts: false },
  })
  return image.asPng()
}

/** Draws a sticker without its shadow, if the shadow can be recognised; draws nothing without a picture. */
export async function artworkOf(sticker: StickerFile | null): Promise<Artwork> {
  if (!sticker) return () => {}
  if (!sticker.own) {
    const pixels = await pixelsOf(sticker.content, sticker.type)
    return (doc) => {
      doc.image(pixels, 0, 0, { width: WHOLE, height: WHOLE })
    }
  }
  const [root]: Element[] = parser.parse(sticker.svg)
  return (doc) => {
    for (const element of root?.svg ?? []) drawElement(doc, element, {})
  }
}
