export { recordingArrivals } from './arrivals.ts'
export { feedTitle } from './feeds.ts'
export { addLetterboxNewsRoutes } from './news.routes.ts'
