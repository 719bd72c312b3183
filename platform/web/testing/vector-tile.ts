import Pbf from 'pbf'

export interface WrittenFeature {
  /** 1 is a point, 2 a line, 3 an area, whose ring is closed automatically. */
  type: 1 | 2 | 3
  points: [x: number, y: number][]
  props: Record<string, string>
}

const EXTENT = 4096
const MOVE = 1
const LINE = 2
const CLOSE = 7

const zigzag = (value: number) => (value << 1) ^ (value >> 31)

function geometryOf({ type, points }: WrittenFeature): number[] {
  const steps = points.map(([x, y], i) => {
    const [beforeX, beforeY] = points[i - 1] ?? [0, 0]
    return [zigzag(x - beforeX), zigzag(y - beforeY)]
  })
  const [first = [], ...rest] = steps
  const lines = rest.length > 0 ? [(rest.length << 3) | LINE, ...rest.flat()] : []
  return [(1 << 3) | MOVE, ...first, ...lines, ...(type === 3 ? [(1 << 3) | CLOSE] : [])]
}

/** A vector tile in the server's format; coordinates in 4096ths of its width. */
export function writeVectorTile(layers: Record<string, WrittenFeature[]>): Uint8Array<ArrayBuffer> {
  const tile = new Pbf()
  for (const [name, features] of Object.entries(layers)) {
    const texts = [...new Set(features.flatMap(({ props }) => Object.entries(props).flat()))]
    tile.writeMessage(3, writeLayer, { name, features, texts })
  }
  return new Uint8Array(tile.finish())
}

interface WrittenLayer {
  name: string
  features: WrittenFeature[]
  /** Names and values of all attributes. */
  texts: string[]
}

function writeLayer({ name, features, texts }: WrittenLayer, pbf: Pbf = new Pbf()): void {
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, name)
  for (const feature of features) pbf.writeMessage(2, writeFeature, { feature, texts })
  for (const text of texts) pbf.writeStringField(3, text)
  for (const text of texts) pbf.writeMessage(4, (value, to) => to?.writeStringField(1, value), text)
  pbf.writeVarintField(5, EXTENT)
}

function writeFeature(
  { feature, texts }: { feature: WrittenFeature; texts: string[] },
  pbf: Pbf = new Pbf(),
): void {
  const tags = Object.entries(feature.props).flat()
  pbf.writePackedVarint(
    2,
    tags.map((text) => texts.indexOf(text)),
  )
  pbf.writeVarintField(3, feature.type)
  pbf.writePackedVarint(4, geometryOf(feature))
}
