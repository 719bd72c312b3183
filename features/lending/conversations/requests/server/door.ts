export { listAlternatives } from './alternatives.ts'
export { requests } from './requests.ts'
