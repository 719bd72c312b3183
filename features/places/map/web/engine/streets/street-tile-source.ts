import { VectorTile, type VectorTileLayer } from '@mapbox/vector-tile'
import Pbf from 'pbf'
import type { StreetTiles } from '#platform/shared/config.ts'
import type { Feature, TileSource, Zxy } from './engine.ts'
import { boxOf, joinNamedLines } from './join-lines.ts'

/** Features by the name of their layer. */
type Layers = Map<string, Feature[]>

/** Below this zoom streets are too short for names. */
const NAMES_FROM = 11

/** Tiles from the app's own server, plus two layers that join each named street and water into one feature. */
export class StreetTileSource implements TileSource {
  readonly #url: string

  constructor({ url }: Pick<StreetTiles, 'url'>) {
    this.#url = url
  }

  /** @param tileSize width in CSS pixels in which the coordinates are returned */
  async get({ z, x, y }: Zxy, tileSize: number): Promise<Layers> {
    const url = this.#url
      .replace('{z}', String(z))
      .replace('{x}', String(x))
      .replace('{y}', String(y))
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`The streets of ${z}/${x}/${y} answered ${answer.status}.`)
    // 204: the region has no data there.
    const layers =
      answer.status === 200 ? readTile(await answer.arrayBuffer(), tileSize) : new Map()
    if (z < NAMES_FROM || layers.size === 0) return layers
    layers.set('road_names', joinNamedLines(layers.get('roads') ?? []))
    const open = layers.get('water')?.filter(({ props }: Feature) => !props.is_tunnel)
    layers.set('water_names', joinNamedLines(open ?? []))
    return layers
  }
}

function readTile(bytes: ArrayBuffer, tileSize: number): Layers {
  const { layers } = new VectorTile(new Pbf(bytes))
  const features = new Map(
    Object.entries(layers).map(([name, layer]) => [name, featuresOf(layer, tileSize)] as const),
  )
  // Areas come in any order; a large one drawn last would cover those within it.
  features.get('landuse')?.sort((a, b) => sizeOf(b) - sizeOf(a))
  return features
}

const sizeOf = ({ bbox: { minX, minY, maxX, maxY } }: Feature) => (maxX - minX) * (maxY - minY)

function featuresOf(layer: VectorTileLayer, tileSize: number): Feature[] {
  const scale = tileSize / layer.extent
  return Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i)
    const geom = feature.loadGeometry()
    const points = geom.flat()
    for (const point of points) {
      point.x *= scale
      point.y *= scale
    }
    return {
      props: feature.properties as Feature['props'],
      geomType: feature.type as number,
      geom,
      numVertices: points.length,
      bbox: boxOf(points),
    }
  })
}
