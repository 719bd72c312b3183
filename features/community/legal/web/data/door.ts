export { useAdminLegal } from './legal.ts'
