export {
  findPrices,
  findProduct,
  KEPT_PRODUCTS,
  listEverSold,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  seedProducts,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
