export { keepThanksHidden, storeThanks } from './storing.ts'
export { countWaitingThanks, isThankedFor, settleThanks, thanksWait } from './thanks.queries.ts'
export { thanks } from './thanks.ts'
