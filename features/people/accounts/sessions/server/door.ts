export { notMeUrl } from './new-device.ts'
export { logInto, openSession } from './opening.ts'
export { sessions } from './sessions.ts'
export { tellOfTakenFile } from './taken-files.ts'
