// @ts-check
// Writes which passwords were leaked most often, so that nobody chooses one of them:
// node scripts/passwords/build.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../project.mjs'
import { listPasswords, writePlaces } from './breached.mjs'

writeFileSync(
  join(ROOT, 'platform', 'server', 'identity', 'breached-passwords.bin'),
  writePlaces(listPasswords()),
)
