export { addPages, pages } from './pages.ts'
