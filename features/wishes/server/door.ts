export { listWished } from './wishes.counting.ts'
export { wishes } from './wishes.ts'
