import { rmSync } from 'node:fs'
import { releasesFolder } from './drivers/made-release.ts'

/** When all tests of a run are over. */
export default function tidyUp(): void {
  rmSync(releasesFolder(), { recursive: true, force: true })
}
