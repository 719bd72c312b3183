import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { calendar_feeds } from '../tables.ts'
import { prepareChangeNotices } from './loan-change-notice.ts'
import { findLeftBehind, leaveConversations } from './loans.leaving.ts'
import { prepareReminders } from './loans.reminding.ts'
import { addLoanRoutes } from './loans.routes.ts'
import { loanUpkeep } from './loans.upkeep.ts'
import { loanChanged } from './mails/loan-changed.ts'
import { loanReminder } from './mails/loan-reminder.ts'

export const loans: Feature = {
  name: 'loans',
  start(deps) {
    prepareChangeNotices(deps)
    prepareReminders(deps)
  },
  routes: addLoanRoutes,
  background: [loanUpkeep],
  mails: [loanChanged, loanReminder],
  personalData: [
    {
      table: calendar_feeds,
      secret: ['secret_hash'],
      where: ({ id }) => eq(calendar_feeds.user_id, id),
    },
  ],
  notExported: { transaction_reminders: 'which reminders of a loan went out, and nothing else' },
  removal: {
    tells: findLeftBehind,
    async before(tx, deps, { account }) {
      await leaveConversations({ db: tx, deps, now: deps.clock() }, account.id)
    },
  },
}
