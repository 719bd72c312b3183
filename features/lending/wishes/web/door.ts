export { AskLater } from './ask-later.tsx'
export { WishedNearby } from './wished-nearby.tsx'
