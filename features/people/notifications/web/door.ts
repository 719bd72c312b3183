export { PushUpkeep } from './push-upkeep.tsx'
