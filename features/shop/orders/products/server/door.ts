export {
  CACHED_PRODUCTS,
  findPrices,
  findProduct,
  listEverSold,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  seedProducts,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
