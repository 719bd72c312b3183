export { notMeUrl, tellingOfNewDevice } from './new-device.ts'
export { sessions } from './sessions.ts'
