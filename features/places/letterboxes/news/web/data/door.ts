export { useFeedLinks } from './feed-links.ts'
