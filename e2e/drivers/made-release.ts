import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './api.ts'
import { ROOT } from './server-process.ts'

const run = promisify(execFile)

/** As long as a busy machine may take to copy all that a release is made of. */
export const RELEASE_WITHIN_MS = 180_000

/** Of this run, for all of its workers; `e2e/tidy-up.ts` removes it. */
export function releasesFolder(): string {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return `${E2E_DATA_DIR}-releases`
}

/**
 * The folder of a release as `npm run release` makes it, which nobody may change: it is made once in a run. Whoever comes
 * first makes it; the others wait.
 */
export async function madeRelease(): Promise<string> {
  const folder = releasesFolder()
  const release = join(folder, 'release')
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) {
    // Somebody who may read what is open to all starts it as well.
    await chmod(folder, 0o755)
    await run(process.execPath, ['scripts/release.mjs', '--out', release], { cwd: ROOT })
  }
  await until(async () => existsSync(release), 'a release of this run', RELEASE_WITHIN_MS)
  return release
}
