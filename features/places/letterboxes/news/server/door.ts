export { addLetterboxNewsRoutes } from './news.routes.ts'
