export {
  findPrices,
  findProduct,
  KEPT_PRODUCTS,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  seedProducts,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
