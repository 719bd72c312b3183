export { Banner } from './banner.tsx'
