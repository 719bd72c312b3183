export { publicConfig } from './config.ts'
