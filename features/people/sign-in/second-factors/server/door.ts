export { resetSecondFactor } from './resetting.ts'
export { secondFactors } from './second-factors.ts'
