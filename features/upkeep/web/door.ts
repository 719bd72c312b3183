export { ItemsConfirmed } from './items-confirmed.tsx'
