export { unblock, useBlock, useBlocked } from './blocks.ts'
