import { eq, sql } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { heldSecrets } from '#platform/server/keys/held-keys.ts'
import { calendar_feeds } from '../tables.ts'
import { haveLastingConversation } from './closing.ts'
import { findLeftBehind, leaveConversations } from './leaving.ts'
import { prepareChangeNotices } from './loan-change-notice.ts'
import { addLoanRoutes } from './loans.routes.ts'
import { loanChanged } from './mails/loan-changed.ts'
import { loanReminder } from './mails/loan-reminder.ts'
import { prepareReminders } from './reminding.ts'
import { reviewingRequests } from './reviewing.ts'
import { loanUpkeep } from './upkeep.ts'

export const loans: Feature = {
  name: 'loans',
  start(deps) {
    prepareChangeNotices(deps)
    prepareReminders(deps)
  },
  routes: addLoanRoutes,
  jobs: [loanUpkeep, reviewingRequests],
  mails: [loanChanged, loanReminder],
  keys: [heldSecrets('calendar-feeds', { table: calendar_feeds })],
  personalData: [
    {
      table: calendar_feeds,
      secret: ['secret_hash'],
      where: ({ id }) => eq(calendar_feeds.user_id, id),
    },
  ],
  notExported: { transaction_reminders: 'only which reminders of a loan were sent' },
  merge: {
    // One person cannot be both sides of a conversation: those between the two accounts are closed by the merge.
    refuses: async (db, { from, into }) =>
      (await haveLastingConversation(db, from.id, into.id)) ? 'same_loan' : null,
    // The secret address keeps working if the remaining account has none.
    async move(tx, _deps, { from, into }) {
      await tx.execute(sql`
        UPDATE ${calendar_feeds} SET user_id = ${into.id} WHERE user_id = ${from.id}
          AND NOT EXISTS (SELECT FROM ${calendar_feeds} AS other WHERE other.user_id = ${into.id})`)
    },
  },
  removal: {
    tells: findLeftBehind,
    async before(tx, deps, { account }) {
      await leaveConversations({ db: tx, deps, now: deps.clock() }, account.id)
    },
  },
}
