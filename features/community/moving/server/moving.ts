import { and, eq, inArray } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { MAILING } from '#platform/server/mail/questions.ts'
import { answering } from '#platform/server/questions.ts'
import { legacy_ids } from '../tables.ts'
import { addMovedMailRoutes } from './admin/moved-mail.routes.ts'
import { movedMail } from './mails/moved-mail.ts'
import { movedMailing } from './moved-mailing.ts'

/** Sites that were moved in: what their ids are here, and the mail that tells their people. */
export const moving: Feature = {
  name: 'moving',
  routes: addMovedMailRoutes,
  mails: [movedMail],
  answers: [answering(MAILING, movedMailing)],
  notExported: {
    moved_mails: 'the text of a mail by the community',
    legacy_ids: 'numbers of another site, without personal data once the account is gone',
  },
  merge: {
    async move(tx, _deps, { from, into }) {
      await tx
        .update(legacy_ids)
        .set({ new_id: into.id })
        .where(and(eq(legacy_ids.kind, 'user'), eq(legacy_ids.new_id, from.id)))
    },
  },
  removal: {
    // The row stays, so that the next run does not bring the account back.
    async after(tx, _deps, { account, letterbox }) {
      const gone = [account.id, ...(letterbox?.user_id === account.id ? [letterbox.id] : [])]
      await tx
        .update(legacy_ids)
        .set({ imported: {} })
        .where(
          and(inArray(legacy_ids.kind, ['user', 'letterbox']), inArray(legacy_ids.new_id, gone)),
        )
    },
  },
}
