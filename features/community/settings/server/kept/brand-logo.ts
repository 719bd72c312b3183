import { hash } from 'node:crypto'
import { and, eq, lt, not } from 'drizzle-orm'
import { drawPng, placePicture } from '#platform/server/artwork/picture-reading.ts'
import { isPng } from '#platform/server/artwork/png-artwork.ts'
import type { Db } from '#platform/server/db/client.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { BRAND_ICONS, type BrandIcon } from '#platform/shared/settings/brand-logo.ts'
import { brand_logos } from '../../tables.ts'

/** Time to fill in the rest of the form. */
const FORGOTTEN_AFTER_MS = DAY_MS
/** A device that crops an icon to a circle shows at least the middle four fifths. Other icons get a margin as well. */
const SHARE: Readonly<Record<BrandIcon, number>> = {
  touch: 0.78,
  small: 1,
  large: 1,
  maskable: 0.6,
}
/** Background of the icon, because some devices would make it black. */
const GROUND = '#fffbf2'

/** The hash in a file name made by `logoSource` or `brandIconSource`. */
const hashOf = (name: string) => name.slice(0, 32)

/** Deletes uploads that were never saved as a logo. */
export async function deleteForgottenLogos(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS)
  await db.delete(brand_logos).where(and(not(brand_logos.kept), lt(brand_logos.created_at, before)))
}

/** Stores a validated picture until a brand is saved with it. Returns its name. */
export async function storeLogo(db: Db, content: Buffer, now: Date): Promise<string> {
  const name = hash('sha256', content, 'hex').slice(0, 32)
  await db
    .insert(brand_logos)
    .values({ hash: name, content, created_at: now })
    .onConflictDoUpdate({ target: brand_logos.hash, set: { created_at: now } })
  return `${name}.${isPng(content) ? 'png' : 'svg'}`
}

/** The drawing or picture of this name; null if there is none. */
export async function findLogo(db: Db, name: string): Promise<Buffer | null> {
  const [row] = await db
    .select()
    .from(brand_logos)
    .where(eq(brand_logos.hash, hashOf(name)))
  return row?.content ?? null
}

/** Keeps a logo permanently; false if there is none of this name. */
export async function keepLogo(db: Db, logo: string): Promise<boolean> {
  const kept = await db
    .update(brand_logos)
    .set({ kept: true })
    .where(eq(brand_logos.hash, hashOf(logo)))
    .returning({ content: brand_logos.content })
  return kept[0] !== undefined && isPng(kept[0].content) === logo.endsWith('.png')
}

/** A logo as PNG, centred in a square. */
export async function drawIcon(logo: Buffer, icon: BrandIcon): Promise<Buffer> {
  const size = BRAND_ICONS[icon]
  const inner = Math.round(size * SHARE[icon])
  const edge = (size - inner) / 2
  const ground = SHARE[icon] < 1 ? `<rect width="100%" height="100%" fill="${GROUND}"/>` : ''
  const placed = placePicture(logo, { x: edge, y: edge, width: inner, height: inner })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${ground}${placed}</svg>`
  return (await drawPng(svg, size)).asPng()
}
