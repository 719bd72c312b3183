export { loadSecondFactors, reloadSecondFactors, useSecondFactors } from './second-factors.ts'
