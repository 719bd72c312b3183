export { useReportMessage } from './reports.ts'
