import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/*
 * Error sentences and helps contain commands as typed in a checkout, `npm run admin -- list`. A release has no npm, and
 * the Debian package has a command of its own.
 */

/** The program's folder in the Debian package: scripts/debian/letterlend. */
const PACKAGED = '/usr/lib/letterlend/'
/** The commands of app/server/vite.config.ts, with npm's separator before arguments. */
const COMMAND =
  /\bnpm run (admin|backup|check-config|dkim-key|import-site|import|move-to-postgres|receive-mail|restore)\b( --(?=\s|$)| \[-- )?/g

/** @param root the folder of the running program */
function typedIn(root: string): ((name: string) => string) | null {
  if (root.startsWith(PACKAGED)) return (name) => `letterlend ${name}`
  if (existsSync(join(root, 'scripts', 'admin.mjs'))) return null
  return (name) => `node ${join(root, 'dist', 'server', name)}.js`
}

/** Rewrites the commands in a text for this installation. @param root the folder of the running program */
export function withTypedCommands(text: string, root = ROOT): string {
  const typed = typedIn(root)
  if (!typed) return text
  return text.replace(COMMAND, (_, name: string, before = '') =>
    before.includes('[') ? `${typed(name)} [` : typed(name),
  )
}
