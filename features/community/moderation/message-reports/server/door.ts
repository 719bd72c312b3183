export { countOpenMessageReports } from './message-reports.queries.ts'
export { messageReports } from './message-reports.ts'
