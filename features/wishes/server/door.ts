export { listWished } from './wishes.counting.ts'
export { type WishedNear, wishedNear } from './wishes.nearby.ts'
export { wishes } from './wishes.ts'
