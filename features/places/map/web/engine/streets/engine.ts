// Imports single source files of protomaps-leaflet, those that draw. The whole package, which no bundler can split,
// would add 29 kB gzip (MapLibre styles, a second PMTiles reader, its own layer).

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
