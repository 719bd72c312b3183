export { FollowNews } from './follow-news.tsx'
