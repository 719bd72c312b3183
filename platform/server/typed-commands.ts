import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/*
 * Sentences and helps name commands as they are typed in a checkout, `npm run admin -- list`. A release has no npm, and the
 * Debian package has a command of its own.
 */

/** Where the Debian package puts the program: scripts/debian/letterlend. */
const PACKAGED = '/usr/lib/letterlend/'
/** The programs beside the server of app/server/vite.config.ts, with what npm wants before arguments. */
const COMMAND =
  /\bnpm run (admin|backup|check-config|dkim-key|import|move-to-postgres|receive-mail|restore)\b( --(?=\s|$)| \[-- )?/g

/** @param root the folder of the program that runs */
function typedIn(root: string): ((name: string) => string) | null {
  if (root.startsWith(PACKAGED)) return (name) => `letterlend ${name}`
  if (existsSync(join(root, 'scripts', 'admin.mjs'))) return null
  return (name) => `node ${join(root, 'dist', 'server', name)}.js`
}

/** The text with its commands as its reader has to type them. @param root the folder of the program that runs */
export function withTypedCommands(text: string, root = ROOT): string {
  const typed = typedIn(root)
  if (!typed) return text
  return text.replace(COMMAND, (_, name: string, before = '') =>
    before.includes('[') ? `${typed(name)} [` : typed(name),
  )
}
