import { promisify } from 'node:util'
import { crc32, inflate } from 'node:zlib'
import { RefusedArtwork } from './refused-artwork.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const LARGEST_SIDE = 4096
/** Channels per pixel, by colour type in the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

export const isPng = (file: Buffer) => file.subarray(0, SIGNATURE.length).equals(SIGNATURE)

interface Chunk {
  type: string
  data: Buffer
}

/** The chunks of a PNG, with verified checksums. */
function* chunksOf(file: Buffer): Generator<Chunk> {
  for (let at = SIGNATURE.length; at < file.length; ) {
    if (at + 12 > file.length) throw new RefusedArtwork('unreadable')
    const end = at + 8 + file.readUInt32BE(at)
    if (end + 4 > file.length) throw new RefusedArtwork('unreadable')
    const type = file.toString('latin1', at + 4, at + 8)
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end))
      throw new RefusedArtwork('unreadable')
    yield { type, data: file.subarray(at + 8, end) }
    if (type === 'IEND') return
    at = end + 4
  }
  throw new RefusedArtwork('unreadable')
}

/** In pixels. */
export interface PngSize {
  width: number
  height: number
}

/** Dimensions and uncompressed size in bytes, as stated in the header. */
function readHeader({ type, data }: Chunk): PngSize & { bytes: number; interlaced: boolean } {
  if (type !== 'IHDR' || data.length !== 13) throw new RefusedArtwork('unreadable')
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const channels = CHANNELS[data[9] ?? -1]
  if (!channels || width === 0 || height === 0) throw new RefusedArtwork('unreadable')
  if (width > LARGEST_SIDE || height > LARGEST_SIDE) throw new RefusedArtwork('tooLarge')
  const row = 1 + Math.ceil((width * channels * (data[8] ?? 0)) / 8)
  return { width, height, bytes: row * height, interlaced: data[12] === 1 }
}

/**
 * Rejects a file that is not a complete PNG or that decompresses to more than its header states. It decompresses the
 * pixels once, up to that limit, before anything decodes them. Returns the dimensions.
 * @throws {RefusedArtwork}
 */
export async function checkPng(file: Buffer): Promise<PngSize> {
  const [first, ...rest] = chunksOf(file)
  if (!first) throw new RefusedArtwork('unreadable')
  const { width, height, bytes, interlaced } = readHeader(first)
  const packed = Buffer.concat(rest.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
  // Each of seven passes has rows of its own, rounded up.
  const most = interlaced ? bytes + 14 * LARGEST_SIDE : bytes
  const pixels = await inflated(packed, { maxOutputLength: most }).catch(() => {
    throw new RefusedArtwork('unreadable')
  })
  if (pixels.length < bytes) throw new RefusedArtwork('unreadable')
  return { width, height }
}
