export { recordingArrivals } from './arrivals.ts'
export { addLetterboxNewsRoutes } from './news.routes.ts'
