export { type CashSum, movementsOf, sumCash } from './cash-book.queries.ts'
export { addCashBookRoutes } from './cash-book.routes.ts'
export { type MoneyOfOrder, NO_MONEY, sumMoneyOf } from './order-money.queries.ts'
