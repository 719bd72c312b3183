export { readFlyer, writeFlyer } from './flyer.ts'
