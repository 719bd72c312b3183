export { cameBack, countWrong, wasGivenBackSince } from './payments.of-orders.ts'
export { payments } from './payments.ts'
