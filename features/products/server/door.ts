export {
  findPrices,
  findProduct,
  KEPT_PRODUCTS,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
