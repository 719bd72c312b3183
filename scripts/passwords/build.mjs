// @ts-check
// Generates the list of the most often leaked passwords, so that they can be rejected: node scripts/passwords/build.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../project.mjs'
import { listPasswords, writePlaces } from './breached.mjs'

writeFileSync(
  join(ROOT, 'platform', 'server', 'identity', 'breached-passwords.bin'),
  writePlaces(listPasswords()),
)
