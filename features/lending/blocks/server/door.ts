export { blocks } from './blocks.ts'
