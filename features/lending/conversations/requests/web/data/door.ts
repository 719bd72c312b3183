export { useAlternatives } from './asking.ts'
export { borrowRefusal, type Viewer } from './borrowing.ts'
export { takePendingBorrow } from './pending-borrow.ts'
