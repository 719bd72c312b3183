// @ts-check
// Generates the server's geodata from packages that nothing else needs: node scripts/geodata/build.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ROOT } from '../project.mjs'
import { listPlaces } from './place-list.mjs'
import { drawTerrain } from './terrain.mjs'

writeFileSync(
  join(ROOT, 'features', 'places', 'geocoding', 'server', 'places.tsv.br'),
  brotliCompressSync(Buffer.from(listPlaces())),
)
writeFileSync(join(ROOT, 'app', 'server', 'demo', 'terrain.json'), JSON.stringify(drawTerrain()))
