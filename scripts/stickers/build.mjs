// Writes <slug>.svg for every item of the catalogue and deletes the SVG of removed items:
// node scripts/stickers/build.mjs [folder] (default: features/places/items/stickers)
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stickerSvg } from './sticker.mjs'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const folder = process.argv[2] ?? join(repository, 'features', 'places', 'items', 'stickers')
const catalogue = JSON.parse(
  readFileSync(join(repository, 'features', 'places', 'items', 'catalogue.json'), 'utf8'),
)

mkdirSync(folder, { recursive: true })
const wanted = new Set(catalogue.map((item) => `${item.slug}.svg`))
for (const file of readdirSync(folder)) {
  if (file.endsWith('.svg') && !wanted.has(file)) rmSync(join(folder, file))
}
for (const item of catalogue) writeFileSync(join(folder, `${item.slug}.svg`), stickerSvg(item))
console.log(`${catalogue.length} stickers written to ${folder}`)
