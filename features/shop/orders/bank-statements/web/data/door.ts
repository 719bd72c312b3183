export {
  type ImportedFile,
  otherAccountOf,
  useAssignPayment,
  useGivePaymentBack,
  useImportStatements,
  useReopenPayment,
  useSetManyAside,
  useSetPaymentAside,
  useUnmatched,
} from './admin-bank-statements.ts'
