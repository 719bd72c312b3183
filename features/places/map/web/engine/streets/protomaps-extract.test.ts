import { afterEach, expect, it, vi } from 'vitest'
import { type WrittenFeature, writeVectorTile } from '#platform/web/testing/vector-tile.ts'
import type { TileContext } from '../basemap/draw-tile.ts'
import { streetColours } from './street-colours.ts'
import { StreetDrawing } from './street-drawing.ts'

// Features with the attributes that the tools of Protomaps write, where they differ from those of the bundled region.

const COLOURS = streetColours(false)
const STREETS = {
  url: '/streets/{z}/{x}/{y}',
  minzoom: 0,
  maxzoom: 15,
  bounds: [-180, -85, 180, 85] as [number, number, number, number],
}

/** Where a drawn tile lies: just south-east of the world's centre. */
const frameAt = (zoom: number) => ({ zoom, left: 2 ** (zoom + 7), top: 2 ** (zoom + 7), size: 512 })

/** Records what is drawn, in its order: the texts, and the colours of areas and lines. */
function recorder() {
  const texts: string[] = []
  const fills: string[] = []
  const strokes: string[] = []
  const context = {
    measureText: (text: string) => ({
      width: text.length * 6,
      actualBoundingBoxAscent: 8,
      actualBoundingBoxDescent: 2,
    }),
    fillText: (text: string) => texts.push(text),
    fill: () => fills.push(context.fillStyle),
    stroke: () => strokes.push(context.strokeStyle),
    fillStyle: '',
    strokeStyle: '',
  }
  const methods = 'save restore translate rotate beginPath moveTo lineTo arc strokeText clip'
  for (const name of `${methods} setLineDash`.split(' ')) {
    Object.assign(context, { [name]: () => undefined })
  }
  return { texts, fills, strokes, context: context as unknown as TileContext }
}

function createDrawing(layers: Record<string, WrittenFeature[]>, language = 'de') {
  vi.stubGlobal('fetch', async () => new Response(writeVectorTile(layers)))
  const style = { dark: false, language }
  return new StreetDrawing(STREETS, style, recorder().context, () => undefined)
}
afterEach(() => vi.unstubAllGlobals())

async function draw(zoom: number, layers: Record<string, WrittenFeature[]>, language?: string) {
  const drawing = createDrawing(layers, language)
  const frame = frameAt(zoom)
  const tile = await drawing.prepare(frame)
  const { context, texts, fills, strokes } = recorder()
  if (tile) drawing.draw(context, frame, tile, '#000')
  return { text: texts.join(''), fills, strokes }
}

type Props = WrittenFeature['props']

/** Features are written below each other, so that their names do not collide. */
const line = (row: number, props: Props): WrittenFeature => ({
  type: 2,
  points: [
    [200, row * 400],
    [3800, row * 400],
  ],
  props,
})
const spot = (row: number, props: Props): WrittenFeature => ({
  type: 1,
  points: [[2000, row * 400]],
  props,
})
const square = (from: number, to: number, props: Props): WrittenFeature => ({
  type: 3,
  points: [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ],
  props,
})

it('living streets are drawn and named, although their kind is "other"', async () => {
  const street = { kind: 'other', kind_detail: 'living_street', name: 'Gartenhof' }
  const { text, strokes } = await draw(16, { roads: [line(1, street)] })
  expect(strokes).toContain(COLOURS.minor)
  expect(text).toBe('Gartenhof')
  const platform = { kind: 'other', kind_detail: 'platform', name: 'Gleis' }
  expect((await draw(16, { roads: [line(1, platform)] })).text).toBe('')
})

it('small areas are drawn above those around them, in whatever order the tile has them', async () => {
  const land = [
    square(1000, 1400, { kind: 'pitch' }),
    square(100, 4000, { kind: 'forest' }),
    square(800, 2000, { kind: 'school' }),
  ]
  const { fills } = await draw(16, { landuse: land })
  expect(fills).toEqual([COLOURS.wood, COLOURS.school, COLOURS.pitch])
})

it('names in other letters appear in the language of the reader or in English', async () => {
  const athens = { name: 'Αθήνα', script: 'Greek', 'name:de': 'Athen', 'name:en': 'Athens' }
  const place = { ...athens, kind: 'locality', kind_detail: 'city', min_zoom: '8' }
  const street = { kind: 'minor_road', name: 'Ερμού', script: 'Greek', 'name:en': 'Ermou' }
  const layers = { places: [spot(2, place)], roads: [line(6, street)] }
  expect((await draw(16, layers, 'de')).text).toBe('AthenErmou')
  expect((await draw(16, layers, 'fr')).text).toBe('AthensErmou')
  const local = { kind: 'minor_road', name: 'Städtle', 'name:en': 'Little Town' }
  expect((await draw(16, { roads: [line(1, local)] }, 'fr')).text).toBe('Städtle')
})

it('street names in letters that join are omitted, because letters are drawn one by one', async () => {
  const street = { kind: 'minor_road', name: 'شارع الحرية', script: 'Arabic' }
  expect((await draw(16, { roads: [line(1, street)] })).text).toBe('')
  const translated = { ...street, 'name:fr': 'Rue de la Liberté' }
  expect((await draw(16, { roads: [line(1, translated)] }, 'fr')).text).toContain('Liberté')
})

it('quarters are named from zoom 14 and fields from zoom 15', async () => {
  const places = [
    spot(2, { kind: 'macrohood', kind_detail: 'quarter', name: 'Ost', min_zoom: '11' }),
    spot(6, { kind: 'locality', kind_detail: 'locality', name: 'Rietle', min_zoom: '13' }),
  ]
  expect((await draw(13, { places })).text).toBe('')
  expect((await draw(14, { places })).text).toBe('OST')
  expect((await draw(15, { places })).text).toBe('OSTRietle')
})

it('stations are named from zoom 16 and all other sights from zoom 17', async () => {
  const pois = [
    spot(1, { kind: 'station', name: 'Bahnhof', min_zoom: '16' }),
    spot(3, { kind: 'library', name: 'Bibliothek', min_zoom: '17' }),
  ]
  expect((await draw(15, { pois })).text).toBe('')
  expect((await draw(16, { pois })).text).toBe('Bahnhof')
  expect((await draw(17, { pois })).text).toBe('BahnhofBibliothek')
})

it('houses are drawn from zoom 14, and their parts without edges', async () => {
  const house = square(100, 900, { kind: 'building', height: '12' })
  const part = square(200, 300, { kind: 'building_part', height: '20' })
  const buildings = [house, part]
  expect((await draw(13, { buildings })).fills).toEqual([])
  expect((await draw(14, { buildings })).fills).toEqual([COLOURS.building, COLOURS.building])
  const { fills, strokes } = await draw(17, { buildings })
  expect(fills).toEqual([COLOURS.building, COLOURS.building])
  expect(strokes.filter((colour) => colour === COLOURS.buildingEdge)).toHaveLength(1)
})

it('borders of countries and regions are drawn at all zooms, those of towns from zoom 11', async () => {
  const borders = (level: string) => ({
    boundaries: [line(1, { kind: 'any', kind_detail: level })],
  })
  expect((await draw(9, borders('2'))).strokes).toContain(COLOURS.country)
  expect((await draw(9, borders('4'))).strokes).toContain(COLOURS.region)
  expect((await draw(10, borders('8'))).strokes).not.toContain(COLOURS.region)
  expect((await draw(11, borders('8'))).strokes).toContain(COLOURS.region)
})

it('the sea of a region is water', async () => {
  const sea = square(0, 4096, { kind: 'ocean' })
  const isle = square(0, 100, { kind: 'earth' })
  const ground = (layers: Record<string, WrittenFeature[]>) =>
    createDrawing(layers).groundAt(16, 0.5 + 2 ** -17, 0.5 + 2 ** -17)
  expect(await ground({ water: [sea], earth: [isle] })).toBe('water')
  expect(await ground({ earth: [square(0, 4096, { kind: 'earth' })] })).toBe('land')
  expect(await ground({ earth: [isle] })).toBeNull()
})
