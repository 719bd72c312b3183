import { type Feature, type PaintRule, PolygonSymbolizer } from './engine.ts'
import type { StreetColours } from './street-colours.ts'

const POLYGON = 3
/** Kinds of settled areas, which are drawn below single plots. */
const SETTLED = new Set(['residential', 'commercial', 'retail', 'neighbourhood'])

function landColours(c: StreetColours): Record<string, string> {
  return {
    industrial: c.industrial,
    railway: c.industrial,
    wood: c.wood,
    forest: c.wood,
    grass: c.grass,
    meadow: c.grass,
    grassland: c.grass,
    village_green: c.grass,
    recreation_ground: c.grass,
    scrub: c.scrub,
    wetland: c.scrub,
    farmland: c.farmland,
    farmyard: c.farmland,
    orchard: c.farmland,
    allotments: c.farmland,
    bare_rock: c.rock,
    glacier: c.ice,
    sand: c.sand,
    beach: c.sand,
    park: c.park,
    garden: c.park,
    golf_course: c.park,
    zoo: c.park,
    camp_site: c.park,
    pitch: c.pitch,
    playground: c.pitch,
    stadium: c.pitch,
    cemetery: c.cemetery,
    school: c.school,
    university: c.school,
    college: c.school,
    kindergarten: c.school,
    hospital: c.hospital,
    pedestrian: c.pedestrian,
    platform: c.pedestrian,
    runway: c.industrial,
    taxiway: c.industrial,
    aerodrome: c.rock,
  }
}

const kindOf = (feature?: Feature) => String(feature?.props.kind)
export const isArea = (feature: Feature) => feature.geomType === POLYGON

/** Draws areas in the colour of their kind; kinds without a colour are not drawn. */
function areasByKind(colours: Record<string, string>) {
  return {
    dataLayer: 'landuse',
    filter: (_zoom, feature) => isArea(feature) && kindOf(feature) in colours,
    symbolizer: new PolygonSymbolizer({
      perFeature: true,
      fill: (_zoom, feature) => colours[kindOf(feature)] ?? '',
    }),
  } satisfies PaintRule
}

/** Draws the ground of a region. */
export function earthRules(c: StreetColours): PaintRule[] {
  return [
    {
      dataLayer: 'earth',
      filter: (_zoom, feature) => isArea(feature),
      symbolizer: new PolygonSymbolizer({ fill: c.earth }),
    },
  ]
}

/**
 * Draws the areas that cover the land, the lowest first. Regions are cut out along their borders, which some woods
 * cross.
 */
export function landRules(c: StreetColours): PaintRule[] {
  return [
    {
      dataLayer: 'landuse',
      filter: (_zoom, feature) => isArea(feature) && SETTLED.has(kindOf(feature)),
      symbolizer: new PolygonSymbolizer({ fill: c.residential }),
    },
    areasByKind(landColours(c)),
  ]
}
