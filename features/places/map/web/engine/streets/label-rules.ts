import Point from '@mapbox/point-geometry'
import { TEXT_FONT } from '../basemap/labels.ts'
import {
  CenteredTextSymbolizer,
  CircleSymbolizer,
  type Feature,
  GroupSymbolizer,
  type Label,
  type LabelRule,
  type LabelSymbolizer,
  OffsetTextSymbolizer,
} from './engine.ts'
import { isHighway, isMajor, isMinor, isPath, isPedestrian, isService } from './road-kinds.ts'
import type { StreetColours } from './street-colours.ts'
import { StreetNameSymbolizer } from './street-names.ts'

/**
 * Further out the bundled map draws the place names, because it has those around a region as well, and villages, which
 * the tools of Protomaps name from here on.
 */
export const NAMES_FROM = 11
/** Index of the rule for place names; rules before it would get room first. */
export const PLACES_RULE = 0
const POINT = 1
/** Font size of a place's name in CSS pixels: at the zoom where it first appears, and the maximum. */
const PLACE_SIZES: Record<string, readonly [from: number, to: number]> = {
  city: [15, 22],
  town: [14, 20],
  village: [11.5, 16],
  hamlet: [9.5, 13],
}
const OTHER_PLACE = [11, 13] as const
/** Names of fields and woods, where few people live or none. */
const FIELDS = new Set(['locality', 'farm', 'allotments'])
/** Parts of a town. */
const QUARTERS = new Set(['neighbourhood', 'macrohood'])

/** Kinds of meeting places and landmarks that help to find the way. */
const SIGHTS = new Set([
  'alpine_hut',
  'castle',
  'hospital',
  'library',
  'museum',
  'park',
  'peak',
  'place_of_worship',
  'post_office',
  'ruins',
  'school',
  'sports_centre',
  'station',
  'supermarket',
  'swimming_pool',
  'theatre',
  'townhall',
  'train_station',
  'university',
  'viewpoint',
])
/** Sights that are visible from far away; the others appear two zooms later. */
const LANDMARKS = new Set(['castle', 'peak', 'station', 'train_station'])
/** At this zoom all sights are visible that a tile contains. */
const ALL_SIGHTS_FROM = 17
/**
 * Distance in CSS pixels at zoom 18 within which a number is drawn only once, because a house may be stored both with
 * its building and on its own.
 */
const SAME_HOUSE = 50
/** How far below its spot a number is drawn, in CSS pixels; otherwise a letterbox at that spot would hide it. */
const BELOW_THE_SPOT = 9

/** CSS pixels by which names of houses and streets grow at close zooms. */
const closeUp = (zoom: number) => Math.max(0, Math.min(6, (zoom - 17) * 2))

const HOUSE_NUMBER = 'addr_housenumber'

const kindOf = ({ props }: Feature) => String(props.kind)
const isField = ({ props }: Feature) => FIELDS.has(String(props.kind_detail))

function isSight(zoom: number, poi: Feature): boolean {
  const kind = kindOf(poi)
  const from = Number(poi.props.min_zoom) + (LANDMARKS.has(kind) ? 0 : 2)
  return SIGHTS.has(kind) && zoom >= Math.min(from, ALL_SIGHTS_FROM)
}

/** House numbers: draws each once, a little below its spot. */
class HouseNumberSymbolizer implements LabelSymbolizer {
  readonly #symbolizer: LabelSymbolizer

  constructor(symbolizer: LabelSymbolizer) {
    this.#symbolizer = symbolizer
  }

  place(...[layout, geometry, feature]: Parameters<LabelSymbolizer['place']>) {
    const deduplicationKey = String(feature.props[HOUSE_NUMBER])
    const deduplicationDistance = SAME_HOUSE * 2 ** (layout.zoom - 18)
    const by = new Point(0, BELOW_THE_SPOT)
    return this.#symbolizer.place(layout, geometry, feature)?.map(
      (label): Label => ({
        ...label,
        deduplicationKey,
        deduplicationDistance,
        anchor: label.anchor.add(by),
        bboxes: label.bboxes.map((box) => ({
          ...box,
          minY: box.minY + by.y,
          maxY: box.maxY + by.y,
        })),
      }),
    )
  }
}

function placeFont(zoom: number, place?: Feature): string {
  const [from, to] = PLACE_SIZES[String(place?.props.kind_detail)] ?? OTHER_PLACE
  return `700 ${Math.min(to, from + Math.max(0, zoom - 9))}px ${TEXT_FONT}`
}

/** Rules for names in a language, the most important first; if there is room for only one name, the first rule wins. */
export function labelRules(c: StreetColours, language: string): LabelRule[] {
  // `script` is set for names in other letters than Latin ones; English ones are the most frequent translation.
  const labelProps = (_zoom: number, named?: Feature) =>
    named?.props.script ? [`name:${language}`, 'name:en', 'name'] : [`name:${language}`, 'name']
  const streets = (
    has: (road: Feature) => boolean,
    minzoom: number,
    { fill = c.textStreet, size = 11.5 } = {},
  ): LabelRule => ({
    dataLayer: 'road_names',
    minzoom,
    filter: (_zoom, road) => has(road),
    symbolizer: new StreetNameSymbolizer({
      labelProps,
      fill,
      stroke: c.halo,
      width: 3.5,
      repeat: 420,
      font: (zoom) => `600 ${size + closeUp(zoom)}px ${TEXT_FONT}`,
    }),
  })
  return [
    {
      dataLayer: 'places',
      minzoom: NAMES_FROM,
      filter: (zoom, place) =>
        kindOf(place) === 'locality' &&
        !isField(place) &&
        zoom >= Number(place.props.min_zoom) - 1 &&
        zoom <= 16,
      sort: (a, b) => Number(b.population_rank) - Number(a.population_rank),
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: c.text,
        stroke: c.halo,
        width: 1.8,
        lineHeight: 1.3,
        font: placeFont,
      }),
    },
    streets((road) => isHighway(road) || isMajor(road), 13),
    streets((road) => isMinor(road) || isPedestrian(road), 15),
    {
      dataLayer: 'water_names',
      minzoom: 12,
      filter: (zoom, water) => kindOf(water) === 'river' || zoom >= 15,
      symbolizer: new StreetNameSymbolizer({
        labelProps,
        fill: c.textWater,
        stroke: c.halo,
        width: 3,
        repeat: 600,
        font: () => `italic 600 11.5px ${TEXT_FONT}`,
      }),
    },
    {
      dataLayer: 'water',
      minzoom: 12,
      filter: (_zoom, { geomType }) => geomType === POINT,
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: c.textWater,
        stroke: c.halo,
        width: 1.5,
        font: `italic 600 11.5px ${TEXT_FONT}`,
      }),
    },
    {
      dataLayer: 'places',
      minzoom: 14,
      maxzoom: 17,
      filter: (_zoom, place) => QUARTERS.has(kindOf(place)),
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: c.textMinor,
        stroke: c.halo,
        width: 1.6,
        letterSpacing: 0.6,
        textTransform: 'uppercase',
        font: `700 10.5px ${TEXT_FONT}`,
      }),
    },
    {
      dataLayer: 'pois',
      minzoom: 13,
      filter: isSight,
      symbolizer: new GroupSymbolizer([
        new CircleSymbolizer({ radius: 2.5, fill: c.sight, stroke: c.halo, width: 1.5 }),
        new OffsetTextSymbolizer({
          labelProps,
          fill: c.sight,
          stroke: c.halo,
          width: 1.6,
          offsetX: 6,
          offsetY: 4,
          maxLineChars: 18,
          lineHeight: 1.25,
          font: `600 11px ${TEXT_FONT}`,
        }),
      ]),
    },
    streets((road) => isService(road) || isPath(road), 17, { fill: c.textMinor, size: 10.5 }),
    {
      dataLayer: 'places',
      minzoom: 15,
      filter: (_zoom, place) => isField(place),
      symbolizer: new CenteredTextSymbolizer({
        labelProps,
        fill: c.textMinor,
        stroke: c.halo,
        width: 1.6,
        font: `600 10.5px ${TEXT_FONT}`,
      }),
    },
    {
      dataLayer: 'buildings',
      minzoom: 18,
      filter: (_zoom, building) => kindOf(building) === 'address',
      symbolizer: new HouseNumberSymbolizer(
        new CenteredTextSymbolizer({
          labelProps: [HOUSE_NUMBER],
          fill: c.textMinor,
          stroke: c.building,
          width: 1.2,
          font: (zoom: number) => `600 ${8.5 + closeUp(zoom)}px ${TEXT_FONT}`,
        }),
      ),
    },
  ]
}
