import { rmSync } from 'node:fs'
import { releasesFolder } from './drivers/made-release.ts'

/**
 * Removes what a run has made for all of its workers, once its process ends: the server with the data folder runs longer
 * than Playwright's own teardown.
 */
export function tidyUpAtExit(dataDir: string): void {
  process.once('exit', () => {
    for (const folder of [dataDir, releasesFolder()]) {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
