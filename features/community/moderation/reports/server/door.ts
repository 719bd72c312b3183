export { countOpenReports } from './reports.queries.ts'
export { reports } from './reports.ts'
