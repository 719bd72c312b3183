export { addOrderIdeaRoutes } from './ideas.routes.ts'
