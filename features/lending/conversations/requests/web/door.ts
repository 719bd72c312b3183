export { useAlternatives } from './data/asking.ts'
export { borrowRefusal, type Viewer } from './data/borrowing.ts'
export { takePendingBorrow } from './data/pending-borrow.ts'
