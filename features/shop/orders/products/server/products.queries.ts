import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#platform/server/db/client.ts'
import type { OrderedProduct, Product } from '../contract.ts'
import { type ListPrice, PRODUCT_ID, RESELLER_TIERS, toMoney } from '../pricing.ts'
import { PRESET_PRICES, type ProductPrices } from '../product-prices.ts'
import { products } from '../tables.ts'

export type ProductRow = typeof products.$inferSelect

export function presentOrdered(row: ProductRow): OrderedProduct {
  const { id, name, name_en, name_fr, price_cents } = row
  return { id, name, name_en, name_fr, price: toMoney(price_cents) }
}

export function presentProduct(row: ProductRow): Product {
  const tiers = listPriceOf(row).tiers.map(({ from, cents }) => ({ from, price: toMoney(cents) }))
  return { ...presentOrdered(row), tiers }
}

/** The current list price. */
export function listPriceOf({ id, price_cents, tier_cents }: ProductRow): ListPrice {
  if (id !== PRODUCT_ID.reseller) return { cents: price_cents, tiers: [] }
  const tiers = RESELLER_TIERS.map(({ from, cents }, i) => ({
    from,
    cents: tier_cents?.[i] ?? cents,
  }))
  return { cents: price_cents, tiers }
}

/** Cache key of {@link listProducts}; a trigger on its table invalidates it. */
export const CACHED_PRODUCTS = 'products'

/** The products on sale. */
export async function listProducts(db: Db): Promise<Product[]> {
  const rows = await db
    .select()
    .from(products)
    .where(eq(products.active, true))
    .orderBy(asc(products.id))
  return rows.map(presentProduct)
}

/** All products that were ever sold, including discontinued ones. */
export async function listEverSold(db: Db): Promise<OrderedProduct[]> {
  return (await db.select().from(products).orderBy(asc(products.id))).map(presentOrdered)
}

/** A product; null if it does not exist or is discontinued. */
export async function findProduct(db: Db, id: number): Promise<ProductRow | null> {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), eq(products.active, true)))
  return row ?? null
}

/** Inserts the initial products; leaves prices and names that an administrator changed alone. */
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

/** The prices that a community can set. */
export async function findPrices(db: Db): Promise<ProductPrices> {
  const rows = await db.select().from(products)
  const row = (productId: number) => rows.find(({ id }) => id === productId)
  const reseller = row(PRODUCT_ID.reseller)
  return {
    sticker_pack: row(PRODUCT_ID.stickerPack)?.price_cents ?? PRESET_PRICES.sticker_pack,
    membership: row(PRODUCT_ID.membership)?.price_cents ?? PRESET_PRICES.membership,
    reseller: reseller
      ? listPriceOf(reseller).tiers.map(({ cents }) => cents)
      : PRESET_PRICES.reseller,
  }
}

/** Applies to new orders; stored orders keep their prices. */
export async function setPrices(db: Db, prices: ProductPrices): Promise<void> {
  const set = (id: number, price_cents: number | undefined, tier_cents: number[] | null = null) =>
    db.update(products).set({ price_cents, tier_cents }).where(eq(products.id, id))
  await set(PRODUCT_ID.stickerPack, prices.sticker_pack)
  await set(PRODUCT_ID.membership, prices.membership)
  await set(PRODUCT_ID.reseller, prices.reseller.at(-1), prices.reseller)
}
