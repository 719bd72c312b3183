import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ScratchFolder, scratchFolder, spawnServer } from './server-process.ts'

/** Time limit for a first start on a busy machine. */
const MADE_WITHIN_MS = 90_000

/** Shared by all workers of this run. */
function templateFolder(): string {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return join(E2E_DATA_DIR, 'template')
}

async function makeTemplate(folder: string, ready: string): Promise<void> {
  const making = join(folder, 'making')
  const server = await spawnServer({ DATA_DIR: making })
  try {
    await server.ready(MADE_WITHIN_MS)
    await server.stop()
    await rename(making, ready)
  } catch (error) {
    await server.kill()
    // The next test tries again; otherwise all others would wait for a template that no worker creates.
    await rm(folder, { recursive: true })
    throw error
  }
}

/** The first worker creates it; the others wait. */
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
 * A folder with the database of an empty community, on which a server starts in half the time. Created once per run
 * and then copied.
 */
export async function dataFolder(folder = scratchFolder()): Promise<ScratchFolder> {
  await cp(await template(), folder.path, { recursive: true })
  return folder
}
