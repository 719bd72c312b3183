export { parcels } from './parcels.ts'
