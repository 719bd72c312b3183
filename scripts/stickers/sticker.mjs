import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const requireJson = createRequire(import.meta.url)
const readJson = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))

/** The flat colour of the stickers in each category (sRGB hex). */
export const categoryColours = readJson('./categories.json')

/** Sticker slug -> `set:icon` for glyphs from an icon set. All other slugs have a drawing of their own in glyphs/. */
const glyphSources = readJson('./glyph-sources.json')

const PAPER = '#fff'
const INK = '#16324f'

const iconSets = {
  mdi: () => requireJson('@iconify-json/mdi/icons.json'),
  'material-symbols': () => requireJson('@iconify-json/material-symbols/icons.json'),
}

/**
 * The drawing of one sticker, on a grid of 24 units. Own drawings are black on white: black becomes the glyph, white
 * lets the sticker's colour show through.
 * @param {string} slug
 * @param {string} colour the sticker's colour
 * @returns {string} SVG markup without ids
 */
function glyphMarkup(slug, colour) {
  const source = glyphSources[slug]
  if (source === undefined) {
    const svg = readFileSync(new URL(`./glyphs/${slug}.svg`, import.meta.url), 'utf8')
    const body = svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'))
    return body
      .replace(/\s*\n\s*/g, '')
      .replaceAll('#fff', colour)
      .replaceAll('#000', PAPER)
  }
  const [set, name] = source.split(':')
  const icon = iconSets[set]().icons[name]
  if (icon === undefined) throw new Error(`Unknown icon ${source} for sticker ${slug}`)
  return icon.body.replaceAll('currentColor', PAPER)
}

/**
 * One sticker: soft shadow, white die-cut edge, colour, glyph; 64 x 64 units.
 * The shadow is three translucent shapes instead of a filter: it needs no id, so stickers can be
 * inlined side by side, and it prints the same everywhere.
 * @param {{slug: string, category: string}} item
 * @returns {string} a whole SVG file
 */
export function stickerSvg({ slug, category }) {
  const colour = categoryColours[category]
  if (colour === undefined) throw new Error(`Unknown category ${category} of sticker ${slug}`)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    `<g fill="${INK}" fill-opacity=".07"><rect x="1" y="2" width="62" height="62" rx="18"/>`,
    '<rect x="1.5" y="2" width="61" height="61" rx="17.5"/><rect x="2" y="1.5" width="60" height="60.5" rx="17"/></g>',
    `<rect x="2" y="1" width="60" height="60" rx="17" fill="${PAPER}"/>`,
    `<rect x="6" y="5" width="52" height="52" rx="13" fill="${colour}"/>`,
    `<g transform="translate(12 11) scale(1.6667)" fill="${PAPER}">${glyphMarkup(slug, colour)}</g>`,
    '</svg>\n',
  ].join('')
}
