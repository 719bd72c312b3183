export { payments } from './payments.ts'
export { cameBack, countWrong, wasGivenBackSince } from './payments-of-orders.ts'
