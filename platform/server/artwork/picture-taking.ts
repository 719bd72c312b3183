import { readApart } from '../uploads/read-apart.ts'
import type { GivenPicture, ReadPicture } from './picture.thread.ts'
import { file as thread } from './picture.thread.ts?thread'
import { RefusedArtwork } from './refused-artwork.ts'

const LIMITS = { milliseconds: 5_000, megabytes: 256 }

/**
 * Runs `readPicture` on an uploaded file in a worker.
 * @throws {RefusedArtwork}
 */
export async function takePicture(
  file: Buffer,
  { frame = 'square' }: { frame?: GivenPicture['frame'] } = {},
): Promise<Buffer> {
  const answer = await readApart<GivenPicture, ReadPicture>(thread, { file, frame }, LIMITS)
  if ('refused' in answer) throw new RefusedArtwork(answer.refused)
  return Buffer.from(answer.picture)
}
