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
} from '../admin/data/bank-statements.ts'
