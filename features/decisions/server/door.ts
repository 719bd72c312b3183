export { countOpenObjections } from './decisions.queries.ts'
export { type DecisionInMail, decisionInMail, recordDecision } from './decisions.recording.ts'
export { decisions } from './decisions.ts'
