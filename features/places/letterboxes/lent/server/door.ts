export { checkDays } from './days.rules.ts'
export { LENDING, type Lending } from './lending.ts'
export { isAvailable, lentUntil, type RunningLoan } from './lent.rules.ts'
export {
  isTaken,
  isTakenWithin,
  type PromisedLoan,
  type PromisedThing,
  type WantedDays,
} from './taken.rules.ts'
