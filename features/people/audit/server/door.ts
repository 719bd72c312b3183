export {
  type Act,
  type AuditActor,
  CHANGED,
  recordAct,
  recordActs,
  searchAudit,
} from './audit.queries.ts'
export { audit } from './audit.ts'
export { noteReadings, readingsOf, recordReadings } from './readings.queries.ts'
