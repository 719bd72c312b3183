export { useProducts } from './products.ts'
