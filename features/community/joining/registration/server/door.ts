export { registration } from './registration.ts'
