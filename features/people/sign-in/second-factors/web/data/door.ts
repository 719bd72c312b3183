export { loadSecondFactors, reloadSecondFactors } from './second-factors.ts'
