// The parts of protomaps-leaflet that draw, file by file from the sources that it ships. No bundler can
// split the package as a whole, which is 29 kB gzip more (styles of MapLibre, another reader of PMTiles, a
// layer of its own).

export {
  type Index,
  type Label,
  Labelers,
  type LabelRule,
  type Layout,
} from 'protomaps-leaflet/src/labeler'
export { type PaintRule, paint } from 'protomaps-leaflet/src/painter'
export {
  CenteredTextSymbolizer,
  CircleSymbolizer,
  GroupSymbolizer,
  type LabelSymbolizer,
  LineSymbolizer,
  OffsetTextSymbolizer,
  PolygonSymbolizer,
} from 'protomaps-leaflet/src/symbolizer'
export {
  type Feature,
  pointInPolygon,
  TileCache,
  type TileSource,
  type Zxy,
} from 'protomaps-leaflet/src/tilecache'
export { type PreparedTile, View } from 'protomaps-leaflet/src/view'
