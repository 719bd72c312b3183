export { useQueues, useQueuesAfterActs } from '../admin/data/overview.ts'
