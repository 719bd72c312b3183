export { keepFresh } from './impact.keeping.ts'
export { monthsUpTo } from './impact.rules.ts'
export { impact } from './impact.ts'
