import { existsSync } from 'node:fs'
import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type ScratchFolder, scratchFolder, spawnServer } from './server-process.ts'

/** As long as a busy machine may take for a first start. */
const MADE_WITHIN_MS = 90_000

/** Of this run, for all of its workers. */
function templateFolder(): string {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return join(E2E_DATA_DIR, 'template')
}

async function makeTemplate(folder: string, ready: string): Promise<void> {
  const making = join(folder, 'making')
  const server = await (await spawnServer({ DATA_DIR: making })).ready(MADE_WITHIN_MS)
  await server.stop()
  await rename(making, ready)
}

/** Whoever comes first makes it; the others wait. */
async function template(): Promise<string> {
  const folder = templateFolder()
  const ready = join(folder, 'ready')
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) await makeTemplate(folder, ready)
  const deadline = Date.now() + MADE_WITHIN_MS
  while (!existsSync(ready)) {
    if (Date.now() > deadline) throw new Error('No empty database was made to copy')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return ready
}

/**
 * A folder with the database of a community nobody has joined yet: a server starts on it in half the
 * time. It is made once in a run and copied.
 */
export async function dataFolder(folder = scratchFolder()): Promise<ScratchFolder> {
  await cp(await template(), folder.path, { recursive: true })
  return folder
}
