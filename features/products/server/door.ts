export {
  findPrices,
  findProduct,
  KEPT_PRODUCTS,
  listEverSold,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
