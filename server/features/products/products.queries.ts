import { PRODUCT_ID, toMoney } from '@letterlend/contract/order-pricing.ts'
import { PRESET_PRICES, type ProductPrices } from '@letterlend/contract/product-prices.ts'
import type { Product } from '@letterlend/contract/products.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { products } from '../../db/schema.ts'

export type ProductRow = typeof products.$inferSelect

export function presentProduct({ id, name, name_en, name_fr, price_cents }: ProductRow): Product {
  return { id, name, name_en, name_fr, price: toMoney(price_cents) }
}

/** Those that can be ordered. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await db
    .select()
    .from(products)
    .where(eq(products.active, true))
    .orderBy(asc(products.id))
  return rows.map(presentProduct)
}

/** Null for one that does not exist or is not sold any more. */
export async function findProduct(db: Db, id: number): Promise<ProductRow | null> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.active, true)))
  return row ?? null
}

/** What a community begins with; prices and names that somebody changed are left alone. */
export async function seedProducts(db: Db): Promise<void> {
  await db
    .insert(products)
    .values([
      {
        id: PRODUCT_ID.stickerPack,
        name: 'Stickerbogen',
        name_en: 'Sticker sheet',
        name_fr: 'Planche d’autocollants',
        price_cents: PRESET_PRICES.sticker_pack,
      },
      {
        id: PRODUCT_ID.membership,
        name: 'Mitgliedschaft',
        name_en: 'Membership',
        name_fr: 'Adhésion',
        price_cents: PRESET_PRICES.membership,
      },
      {
        id: PRODUCT_ID.reseller,
        name: 'Stickerbogen für Verkaufsstellen',
        name_en: 'Sticker sheets for resellers',
        name_fr: 'Planches d’autocollants pour points de vente',
        price_cents: 700,
      },
    ])
    .onConflictDoNothing()
}

const PRICED = {
  sticker_pack: PRODUCT_ID.stickerPack,
  membership: PRODUCT_ID.membership,
} as const satisfies Record<keyof ProductPrices, number>

/** What the products cost whose prices a community sets. */
export async function findPrices(db: Db): Promise<ProductPrices> {
  const rows = await db.select({ id: products.id, cents: products.price_cents }).from(products)
  const centsOf = (name: keyof ProductPrices) =>
    rows.find(({ id }) => id === PRICED[name])?.cents ?? PRESET_PRICES[name]
  return { sticker_pack: centsOf('sticker_pack'), membership: centsOf('membership') }
}

/** From the next order on; those that are stored keep their prices. */
export async function setPrices(db: Db, prices: ProductPrices): Promise<void> {
  for (const name of ['sticker_pack', 'membership'] as const) {
    await db
      .update(products)
      .set({ price_cents: prices[name] })
      .where(eq(products.id, PRICED[name]))
  }
}
