export { bankStatements } from './bank-statements.ts'
export { countUnmatched } from './unmatched.queries.ts'
