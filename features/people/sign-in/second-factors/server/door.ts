export { resetSecondFactor } from './second-factors.resetting.ts'
export { secondFactors } from './second-factors.ts'
