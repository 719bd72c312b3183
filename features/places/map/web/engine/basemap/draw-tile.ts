import { STREET_ZOOM } from '../map-limits.ts'
import type { Label } from './labels.ts'
import { linesIn, outlineOf, ringIn } from './outline.ts'
import type { Palette } from './palette.ts'
import { overlaps, type Path, type Sheet, type UnitBox } from './sheet.ts'

/** Context of a canvas in the page or in a worker. */
export type TileContext = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Position of a tile: its zoom, and its box in CSS pixels of the world at that zoom. */
export interface TileFrame {
  zoom: number
  left: number
  top: number
  size: number
}

export function frameBox({ zoom, left, top, size }: TileFrame): UnitBox {
  const scale = 256 * 2 ** zoom
  return {
    west: left / scale,
    north: top / scale,
    east: (left + size) / scale,
    south: (top + size) / scale,
  }
}

/** From this zoom on the data is coarser than the screen, so corners are rounded. */
const ROUNDED_FROM = 10
const GRAIN_STEP = 64

/** Draws one tile without its names. The context's unit is the CSS pixel, its origin the tile's corner. */
export function drawGround(
  context: TileContext,
  frame: TileFrame,
  sheets: readonly Sheet[],
  colours: Palette,
): void {
  const box = frameBox(frame)
  const visible = (paths: readonly Path[]) => paths.filter((path) => overlaps(path, box))
  const layer = (name: 'land' | 'lakes' | 'borders' | 'cantons' | 'municipalities') =>
    sheets.flatMap((sheet) => visible(sheet[name]))
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.fillStyle = colours.water
  context.fillRect(0, 0, frame.size, frame.size)

  fill(context, frame, layer('land'), colours.land)
  // Without the grain, empty land would not show that the map moves.
  if (frame.zoom >= STREET_ZOOM) drawGrain(context, frame, colours)
  stroke(context, frame, layer('municipalities'), colours.municipality, 1)
  if (frame.zoom >= 7) {
    stroke(context, frame, layer('cantons'), colours.canton, frame.zoom >= 10 ? 1.6 : 0.9)
  }
  const lakes = layer('lakes')
  fill(context, frame, lakes, colours.water)
  if (frame.zoom >= 9) stroke(context, frame, lakes, colours.shore, 1, true)
  context.setLineDash(frame.zoom >= 9 ? [8, 5, 1, 5] : [])
  stroke(context, frame, layer('borders'), colours.border, frame.zoom >= 9 ? 2 : 1)
  context.setLineDash([])
}

function trace(context: TileContext, line: Iterable<readonly [number, number]>): void {
  let isFirst = true
  for (const [x, y] of line) {
    if (isFirst) context.moveTo(x, y)
    else context.lineTo(x, y)
    isFirst = false
  }
}

const isRounded = ({ zoom }: TileFrame) => zoom >= ROUNDED_FROM

function fill(
  context: TileContext,
  frame: TileFrame,
  rings: readonly Path[],
  colour: string,
): void {
  context.beginPath()
  for (const ring of rings) {
    const outline = outlineOf(ring, { closed: true, rounded: isRounded(frame) })
    trace(context, ringIn(outline, frame))
    context.closePath()
  }
  context.fillStyle = colour
  context.fill('evenodd')
}

function stroke(
  context: TileContext,
  frame: TileFrame,
  paths: readonly Path[],
  colour: string,
  width: number,
  closed = false,
): void {
  context.strokeStyle = colour
  context.lineWidth = width
  for (const path of paths) {
    const outline = outlineOf(path, { closed, rounded: isRounded(frame) })
    for (const { line, from } of linesIn(outline, frame)) {
      context.lineDashOffset = from
      context.beginPath()
      trace(context, line)
      context.stroke()
    }
  }
}

function drawGrain(context: TileContext, frame: TileFrame, colours: Palette): void {
  context.fillStyle = colours.grain
  for (let x = GRAIN_STEP / 2; x < frame.size; x += GRAIN_STEP) {
    for (let y = GRAIN_STEP / 2; y < frame.size; y += GRAIN_STEP) {
      context.fillRect(x - 1, y - 1, 2, 2)
    }
  }
}

/** Positions of a label in a tile; a label at the edge of the world continues on the other side. */
function* placesOf(label: Label, frame: TileFrame): Generator<[x: number, y: number]> {
  const world = 256 * 2 ** frame.zoom
  const reach = label.width / 2 + 4
  const y = label.y - frame.top
  if (y + label.height < 0 || y - label.height > frame.size) return
  for (const shift of [-world, 0, world]) {
    const x = label.x + shift - frame.left
    if (x + reach >= 0 && x - reach <= frame.size) yield [x, y]
  }
}

export function isSeen(label: Label, frame: TileFrame): boolean {
  return !placesOf(label, frame).next().done
}

export function drawLabels(
  context: TileContext,
  frame: TileFrame,
  labels: readonly Label[],
  colours: Palette,
): void {
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.strokeStyle = colours.halo
  context.lineWidth = 3.5
  for (const label of labels) {
    for (const [x, y] of placesOf(label, frame)) {
      context.font = label.style.font
      context.strokeText(label.text, x, y)
      context.fillStyle = colours[label.style.kind]
      context.fillText(label.text, x, y)
    }
  }
}
