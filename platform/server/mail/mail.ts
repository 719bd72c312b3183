import { eq } from 'drizzle-orm'
import { MINUTE_SECONDS } from '#platform/shared/durations.ts'
import type { Feature, FeatureJob } from '../feature.ts'
import { cleaning } from '../jobs/cleaning.ts'
import { heldStoredKey } from '../keys/held-keys.ts'
import { forgetOldKeys } from '../keys/stored-keys.ts'
import { forgetAnswerable } from './answerable-mails.ts'
import { addLocalMailboxRoutes } from './local-mailbox.routes.ts'
import { deleteOldMails } from './mail-queue.ts'
import { feedingMailings } from './mailings.ts'
import { INBOUND_KEY } from './signed-addresses.ts'
import { answerable_mails, mailing_recipients } from './tables.ts'

const takingUpPutOff: FeatureJob = {
  queue: 'mails-put-off',
  failure: 'postponed mails not resumed',
  everySeconds: 5 * MINUTE_SECONDS,
  run: ({ mails }) => mails.takeUp(),
}

const forgettingOld = cleaning(async (db, now) => {
  await deleteOldMails(db, now)
  await forgetOldKeys(db, INBOUND_KEY, now)
  await forgetAnswerable(db, now)
})

/** Stores pending mails, and all mails if there is no mail server. */
export const mail: Feature = {
  name: 'mail',
  routes(app, deps) {
    void app.register(async (scope) => addLocalMailboxRoutes(scope, deps))
  },
  jobs: [feedingMailings, takingUpPutOff, forgettingOld],
  personalData: [
    { table: mailing_recipients, where: ({ id }) => eq(mailing_recipients.user_id, id) },
    {
      table: answerable_mails,
      // These mails quote other people's texts.
      betweenPeople: 'all',
      where: ({ id }) => eq(answerable_mails.user_id, id),
    },
  ],
  notExported: {
    queued_mails: 'what waits to be mailed, with links that log in; deleted as soon as it is sent',
    refused_addresses: 'addresses that a mail server refused: what the account shows as a notice',
    paused_addresses: 'addresses whose mailbox takes nothing at the moment, and since when',
    mail_outcomes: 'which mails were sent or refused, without their texts, for two weeks',
    local_mails: 'what was mailed, with links that log in; empty where mails are really sent',
  },
  keys: [heldStoredKey('mail-addresses', INBOUND_KEY)],
}
