import { rmSync } from 'node:fs'
import { releasesFolder } from './drivers/made-release.ts'

/**
 * Removes the files that all workers of a run share when the process exits: the server that uses the data folder
 * outlives Playwright's own teardown.
 */
export function tidyUpAtExit(dataDir: string): void {
  process.once('exit', () => {
    for (const folder of [dataDir, releasesFolder()]) {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
