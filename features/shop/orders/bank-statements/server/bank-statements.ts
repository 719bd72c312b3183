import { ORDER_MONEY } from '#features/shop/orders/paying/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { answering } from '#platform/server/questions.ts'
import { deleteOldImports, importing } from './bank-statements.jobs.ts'
import { addBankStatementRoutes } from './bank-statements.routes.ts'
import { bankMoney } from './order-payments.ts'
import { deleteOldUnmatched } from './unmatched.queries.ts'

export const bankStatements: Feature = {
  name: 'bank-statements',
  routes: addBankStatementRoutes,
  jobs: [importing, cleaning(deleteOldUnmatched), cleaning(deleteOldImports)],
  answers: [answering(ORDER_MONEY, bankMoney)],
  notExported: {
    bank_payments:
      'how an order was paid, and which administrator recorded it; the order is exported',
    statement_imports: 'the contents of a bank’s file, for a day, and who imported it',
    unmatched_payments: 'what a bank reports about money that pays no order, and who handled it',
  },
}
