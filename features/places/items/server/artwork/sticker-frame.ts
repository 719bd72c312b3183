import type { ItemCategory } from '../../item-categories.ts'

/** The same colours as in scripts/stickers/categories.json. */
export const CATEGORY_COLOURS: Record<ItemCategory, string> = {
  kitchen: '#d9482b',
  tools: '#2a6cb6',
  garden: '#2e8b57',
  sport: '#c97500',
  party: '#8e4ec6',
  travel: '#0b8085',
  kids: '#d23c82',
  household: '#586878',
  electronics: '#3d4db7',
}

/** Position of a picture on a sticker: its corners touch the rounded corners of the coloured area. */
export const PICTURE = { x: 10, y: 9, size: 44 } as const

const SHADOW =
  '<g fill="#16324f" fill-opacity=".07"><rect x="1" y="2" width="62" height="62" rx="18"/>' +
  '<rect x="1.5" y="2" width="61" height="61" rx="17.5"/><rect x="2" y="1.5" width="60" height="60.5" rx="17"/></g>'

/**
 * A whole sticker, drawn like those of scripts/stickers/sticker.mjs: shadow, white edge, category colour and the
 * content; 64 x 64 units.
 */
export function stickerWith(category: ItemCategory, inside: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">',
    SHADOW,
    '<rect x="2" y="1" width="60" height="60" rx="17" fill="#fff"/>',
    `<rect x="6" y="5" width="52" height="52" rx="13" fill="${CATEGORY_COLOURS[category]}"/>`,
    inside,
    '</svg>\n',
  ].join('')
}
