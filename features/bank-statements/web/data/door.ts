export {
  otherAccountOf,
  useAssignPayment,
  useImportStatement,
  useReopenPayment,
  useSetPaymentAside,
  useUnmatched,
} from './admin-bank-statements.ts'
