export {
  type Outgoing,
  type OutgoingMessage,
  type OutgoingState,
  type OutgoingStep,
  outbox,
  type StepBodies,
  type StepContent,
  useOutbox,
} from './data/outbox.ts'
export { useOutboxDelivery } from './data/outbox-delivery.ts'
