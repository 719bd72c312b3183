// @ts-check
// `node scripts/asvs/build.mjs`: docs/asvs.md, of the table in scripts/asvs/.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from '../project.mjs'
import { documentOf } from './document.mjs'
import { TABLE } from './table.mjs'

writeFileSync(join(ROOT, 'docs', 'asvs.md'), documentOf(TABLE))
say(`${TABLE.length} requirements in docs/asvs.md`)
