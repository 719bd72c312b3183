export { upkeep } from './upkeep.ts'
