import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Opening a named pipe without a writer would block the whole server. Windows has no such flag. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

const refuse = (path: string) => new Error(`${path} is no file`)

/** Opens a file from a setting. Throws if it is a folder, pipe or device. */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, READ_WITHOUT_WAITING)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw refuse(path)
}

/** Reads the text of such a file. */
export function readRegular(path: string): string {
  const file = openSync(path, READ_WITHOUT_WAITING)
  try {
    // For a folder, the read below throws a clear error itself.
    const stat = fstatSync(file)
    if (!stat.isFile() && !stat.isDirectory()) throw refuse(path)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
