export {
  findPrices,
  findProduct,
  listPriceOf,
  type ProductRow,
  presentOrdered,
  setPrices,
} from './products.queries.ts'
export { products } from './products.ts'
