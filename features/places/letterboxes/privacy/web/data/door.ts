export { MESSAGING_ON, useChangePrivacy, useSaveReach } from './privacy.ts'
