export { warningsOf, withoutLinks } from './message-warnings.ts'
export { sameTextKey } from './plain-words.ts'
export { warnedQuote } from './warned-quote.ts'
