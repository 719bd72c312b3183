import type { Feature } from '../feature.ts'
import { addLocalMailboxRoutes } from './local-mailbox.routes.ts'
import { deleteOldMails } from './mail.queue.ts'

/** Where mails wait, and where they are kept without a mail server. */
export const mail: Feature = {
  name: 'mail',
  routes(app, deps) {
    void app.register(async (scope) => addLocalMailboxRoutes(scope, deps))
  },
  notExported: {
    queued_mails: 'what waits to be mailed, with links that log in; deleted as soon as it is sent',
    local_mails: 'what was mailed, with links that log in; empty where mails are really sent',
  },
  cleanUp: deleteOldMails,
}
