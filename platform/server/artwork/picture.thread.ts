import type { ArtworkRefusal } from '#platform/shared/artwork.ts'
import { answerFromThread } from '../uploads/answer-from-thread.ts'
import { readPicture } from './picture-reading.ts'
import { RefusedArtwork } from './refused-artwork.ts'

export interface GivenPicture {
  file: Uint8Array
  frame: 'square' | 'own'
}

export type ReadPicture = { picture: Uint8Array } | { refused: ArtworkRefusal }

async function read({ file, frame }: GivenPicture): Promise<ReadPicture> {
  try {
    return { picture: await readPicture(Buffer.from(file), { frame }) }
  } catch (error) {
    if (error instanceof RefusedArtwork) return { refused: error.reason }
    throw error
  }
}

await answerFromThread(read)
