import { openRegular } from '#platform/server/regular-file.ts'
import { VERSION } from '#platform/server/version.ts'
import type { Update } from '../contract.admin.ts'
import { isNewer, releaseIn } from './newer-release.ts'

/** In bytes: the checksums of hundreds of files. A larger file is something else. */
const MAX_BYTES = 64 * 1024

/** Reads the beginning of a path that may be anything: a directory, a pipe without a writer, a missing disk. */
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

/** Reads the operator's file. Without one, nothing is known. */
export async function readUpdate(path: string | undefined, running = VERSION): Promise<Update> {
  if (path === undefined) return { running, file: 'off', newer: null }
  const release = releaseIn((await readBeginning(path)) ?? '')
  if (release === null) return { running, file: 'unreadable', newer: null }
  return { running, file: 'read', newer: isNewer(release, running) ? release : null }
}
