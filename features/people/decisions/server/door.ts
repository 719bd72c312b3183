export { countOpenObjections } from './decisions.queries.ts'
export { decisions } from './decisions.ts'
export { DECIDED_MESSAGES, type DecidedMessage } from './questions.ts'
export {
  type DecisionInMail,
  decisionInMail,
  type RecordedDecision,
  recordDecision,
} from './recording.ts'
