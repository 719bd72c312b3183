export { unblock, useBlock, useBlocked } from './data/blocks.ts'
