export { default as reachCardClasses } from './reach-card.module.css'
export { ReachCard } from './reach-card.tsx'
