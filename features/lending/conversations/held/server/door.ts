export { countWaiting, waits } from './held.queries.ts'
export { heldMessages } from './mails.ts'
export { reviseHeldMessages, tellModerators } from './moderators-notice.ts'
