export { listWished } from './counting.ts'
export { wishedNear } from './nearby.ts'
export { wishes } from './wishes.ts'
