export { WishedNearby } from './wished-nearby.tsx'
