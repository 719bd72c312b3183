export { countOpenObjections } from './decisions.queries.ts'
export { DECIDED_MESSAGES, type DecidedMessage } from './decisions.questions.ts'
export {
  type DecisionInMail,
  decisionInMail,
  type RecordedDecision,
  recordDecision,
} from './decisions.recording.ts'
export { decisions } from './decisions.ts'
