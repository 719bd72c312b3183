import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './api.ts'
import { ROOT } from './server-process.ts'

const run = promisify(execFile)

/** Time limit for building a release on a busy machine. */
export const RELEASE_WITHIN_MS = 180_000

/** Shared by all workers of this run; `e2e/tidy-up.ts` removes it. */
export function releasesFolder(): string {
  const { E2E_DATA_DIR } = process.env
  if (!E2E_DATA_DIR) throw new Error('E2E_DATA_DIR is set by playwright.config.ts')
  return `${E2E_DATA_DIR}-releases`
}

/** A read-only release built by `npm run release`. The first worker of a run builds it; the others wait. */
export async function madeRelease(): Promise<string> {
  const folder = releasesFolder()
  const release = join(folder, 'release')
  const first = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (first) {
    // Another user without special permissions must be able to start it.
    await chmod(folder, 0o755)
    await run(process.execPath, ['scripts/release.mjs', '--out', release], { cwd: ROOT })
  }
  await until(async () => existsSync(release), 'a release of this run', RELEASE_WITHIN_MS)
  return release
}
