import { type Feature, LineSymbolizer, type PaintRule, PolygonSymbolizer } from './engine.ts'
import { isArea } from './land-rules.ts'
import { widthBetween } from './line-width.ts'
import {
  isAerialway,
  isForCars,
  isHighway,
  isMajor,
  isMinor,
  isPath,
  isPedestrian,
  isRail,
  isService,
  isSteps,
  isTrack,
} from './road-kinds.ts'
import type { StreetColours } from './street-colours.ts'

const WIDTHS = {
  highway: widthBetween([6, 1], [10, 2.4], [14, 6], [17, 16], [20, 44]),
  major: widthBetween([8, 0.7], [11, 1.8], [14, 5], [17, 13], [20, 38]),
  minor: widthBetween([12, 0.5], [14, 2.2], [16, 6], [18, 13], [20, 30]),
  service: widthBetween([13, 0.4], [15, 1.6], [17, 4], [20, 15]),
  path: widthBetween([13, 0.6], [16, 1.3], [18, 2.2], [20, 5]),
  rail: widthBetween([11, 0.8], [15, 2], [18, 4]),
  river: widthBetween([9, 1], [13, 3], [18, 14]),
  canal: widthBetween([12, 0.8], [18, 7]),
  stream: widthBetween([13, 0.5], [18, 3.5]),
}
/** Width of both edges of a road together. */
const casing = (zoom: number) => (zoom >= 15 ? 2 : 1.4)

/** Levels of OpenStreetMap's administrative boundaries. */
const COUNTRY = 2
const REGION = 4
const TOWN = 8
/** At lower zooms the borders of districts and towns would cover the map. */
const TOWNS_FROM = 11

/** The tools of Protomaps give houses from zoom 12 on, merged into blocks. */
const HOUSES_FROM = 14
/** At lower zooms houses are too small for edges. */
const EDGES_FROM = 16
const LINE = 2
interface RoadStyle {
  from?: number
  dash?: number[]
  tunnel?: boolean
}

function roads(
  has: (road: Feature) => boolean,
  width: (zoom: number) => number,
  color: string,
  { from, dash, tunnel = false }: RoadStyle = {},
): PaintRule {
  return {
    dataLayer: 'roads',
    minzoom: from,
    filter: (_zoom, road) => has(road) && Boolean(road.props.is_tunnel) === tunnel,
    symbolizer: new LineSymbolizer({
      color,
      width,
      dash,
      lineCap: dash ? 'butt' : 'round',
      lineJoin: 'round',
    }),
  }
}

function roadRules(c: StreetColours): PaintRule[] {
  const { highway, major, minor, service, path, rail } = WIDTHS
  const edges = (
    has: (road: Feature) => boolean,
    width: (zoom: number) => number,
    color: string,
    from: number,
  ) => roads(has, (zoom) => width(zoom) + casing(zoom), color, { from })
  return [
    roads(isForCars, service, c.minorCase, { from: 13, dash: [4, 3], tunnel: true }),
    roads(isTrack, (zoom) => path(zoom) * 1.3, c.track, { from: 13, dash: [6, 2] }),
    roads(isPath, path, c.path, { from: 14, dash: [3, 2] }),
    roads(isSteps, (zoom) => path(zoom) * 2, c.path, { from: 15, dash: [1.2, 1.2] }),
    edges(isService, service, c.minorCase, 15),
    edges(isMinor, minor, c.minorCase, 13),
    edges(isPedestrian, minor, c.minorCase, 14),
    edges(isMajor, major, c.majorCase, 10),
    edges(isHighway, highway, c.highwayCase, 8),
    roads(isService, service, c.minor, { from: 14 }),
    roads(isPedestrian, minor, c.pedestrian, { from: 13 }),
    roads(isMinor, minor, c.minor, { from: 12 }),
    roads(isMajor, major, c.major),
    roads(isHighway, highway, c.highway),
    {
      ...roads(isRail, rail, c.rail),
      symbolizer: new LineSymbolizer({ color: c.rail, width: rail }),
    },
    roads(isRail, (zoom) => rail(zoom) * 0.55, c.railTie, { from: 14, dash: [7, 7] }),
    roads(isAerialway, () => 1.2, c.rail, { from: 13, dash: [8, 3] }),
  ]
}

function waterRules(c: StreetColours): PaintRule[] {
  const flow = (kind: unknown, width: (zoom: number) => number): PaintRule => ({
    dataLayer: 'water',
    filter: (_zoom, { geomType, props }) =>
      geomType === LINE &&
      !props.is_tunnel &&
      (kind === undefined ? !['river', 'canal'].includes(String(props.kind)) : props.kind === kind),
    symbolizer: new LineSymbolizer({ color: c.waterLine, width, lineCap: 'round' }),
  })
  return [
    flow(undefined, WIDTHS.stream),
    flow('canal', WIDTHS.canal),
    flow('river', WIDTHS.river),
    {
      dataLayer: 'water',
      filter: (_zoom, feature) => isArea(feature),
      symbolizer: new PolygonSymbolizer({ fill: c.water }),
    },
  ]
}

/** A tower or a wing of a house, whose edges would cross the house. */
const isPart = ({ props }: Feature) => props.kind === 'building_part'

const buildings = (
  zooms: Pick<PaintRule, 'minzoom' | 'maxzoom'>,
  colours: ConstructorParameters<typeof PolygonSymbolizer>[0],
  has: (building: Feature) => boolean = () => true,
): PaintRule => ({
  dataLayer: 'buildings',
  ...zooms,
  filter: (_zoom, feature) => isArea(feature) && has(feature),
  symbolizer: new PolygonSymbolizer(colours),
})

/** Rules for everything on or beside the land, the lowest first. */
export function paintRules(c: StreetColours): PaintRule[] {
  const borders = (
    has: (level: number, zoom: number) => boolean,
    color: string,
    dash: number[],
  ): PaintRule => ({
    dataLayer: 'boundaries',
    filter: (zoom, { props }) => has(Number(props.kind_detail), zoom),
    symbolizer: new LineSymbolizer({
      color,
      width: (zoom: number) => (has(REGION, zoom) ? 1 : zoom > 12 ? 2 : 1.4),
      dash,
    }),
  })
  return [
    ...waterRules(c),
    {
      dataLayer: 'landuse',
      filter: (_zoom, feature) => isArea(feature) && feature.props.kind === 'pier',
      symbolizer: new PolygonSymbolizer({ fill: c.pedestrian }),
    },
    // A symbolizer that has drawn edges once draws them at every zoom, so the rules do not share one.
    buildings({ minzoom: HOUSES_FROM, maxzoom: EDGES_FROM - 1 }, { fill: c.building }),
    buildings({ minzoom: EDGES_FROM }, { fill: c.building }, isPart),
    buildings(
      { minzoom: EDGES_FROM },
      { fill: c.building, stroke: c.buildingEdge, width: 0.8 },
      (building) => !isPart(building),
    ),
    ...roadRules(c),
    {
      ...borders(
        (level, zoom) => level > COUNTRY && level <= (zoom < TOWNS_FROM ? REGION : TOWN),
        c.region,
        [5, 3],
      ),
      maxzoom: 15,
    },
    borders((level) => level <= COUNTRY, c.country, [8, 3, 2, 3]),
  ]
}
