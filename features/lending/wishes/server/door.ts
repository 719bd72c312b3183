export { listWished } from './wishes.counting.ts'
export { wishedNear } from './wishes.nearby.ts'
export { wishes } from './wishes.ts'
