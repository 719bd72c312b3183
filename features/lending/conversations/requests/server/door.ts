export { listAlternatives } from './alternatives.ts'
export { lockWhoMayAsk } from './asking.ts'
export { requests } from './requests.ts'
export { householdOf, standing } from './standing-requests.ts'
