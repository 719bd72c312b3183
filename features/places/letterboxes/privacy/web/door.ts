export { ReachCard } from './reach-card.tsx'
