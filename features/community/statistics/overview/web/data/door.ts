export { useQueues, useQueuesAfterActs } from './admin-overview.ts'
