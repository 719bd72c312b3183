export { useOpenLoans } from './loans.ts'
