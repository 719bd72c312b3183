export { LENDING, type Lending } from './lending.ts'
export { isAvailable, lentUntil, type RunningLoan } from './lent.rules.ts'
