export { monthsUpTo } from './impact.rules.ts'
export { impact } from './impact.ts'
export { keepFresh } from './keeping.ts'
