export { daysAfter, firstDayOf, lastDayOf, lastDayOfPromise } from './day-ranges.ts'
export { dayInWords, timeInWords, wantedInWords } from './days-in-words.ts'
export { endsUnfetched, fetchPlan } from './fetching.rules.ts'
export { findTakenDays, findWantedDays } from './taken-days.queries.ts'
