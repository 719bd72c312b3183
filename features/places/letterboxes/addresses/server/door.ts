export { addressKey, isSameAddress } from './same-address.ts'
