import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { ROOT } from './paths.ts'

/** Written by a build in a checkout, and by a release; see scripts/project.mjs. */
const FILES = [join(ROOT, 'dist', 'server', 'VERSION'), join(ROOT, 'VERSION')]

function readVersion(): string {
  const file = FILES.find((each) => existsSync(each))
  const [, name] = /^letterlend (\S+)/.exec(file ? readFileSync(file, 'utf8') : '') ?? []
  return name ?? manifest.version
}

/** `0.1.0`, and with the commit between tags: `0.1.0-7c0371b`. */
export const VERSION = readVersion()
