export { contextOf } from './held-messages.queries.ts'
export { heldMessages } from './held-messages.ts'
