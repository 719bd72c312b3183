import { openRegular } from '#platform/server/regular-file.ts'
import { VERSION } from '#platform/server/version.ts'
import type { Update } from '../contract.ts'
import { isNewer, releaseIn } from './newer-release.ts'

/** Bytes: the checksums of hundreds of files. What is longer is something else. */
const MAX_BYTES = 64 * 1024

/** The beginning of a file, which may be any: a directory, a pipe without a writer, a disk that is gone. */
async function readBeginning(path: string): Promise<string | null> {
  try {
    const file = await openRegular(path)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return null
  }
}

/** What the file of the operator says; without one nothing is known. */
export async function readUpdate(path: string | undefined, running = VERSION): Promise<Update> {
  if (path === undefined) return { running, file: 'off', newer: null }
  const release = releaseIn((await readBeginning(path)) ?? '')
  if (release === null) return { running, file: 'unreadable', newer: null }
  return { running, file: 'read', newer: isNewer(release, running) ? release : null }
}
