import { eq } from 'drizzle-orm'
import { REMOVE_DECLINED } from '#features/newcomers/server/door.ts'
import type { Feature } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { answering } from '#platform/server/questions.ts'
import { former_emails } from '../tables.ts'
import { accountMerge } from './account-merge.ts'
import { addAccountRoutes } from './accounts.routes.ts'
import { deleteOldFormerLogins } from './former-logins.ts'
import { answerMailRequest } from './mailed-links.ts'
import { accountDeleted } from './mails/account-deleted.ts'
import { dataDownloaded } from './mails/data-downloaded.ts'
import { emailChange } from './mails/email-change.ts'
import { emailChangeAsked } from './mails/email-change-asked.ts'
import { emailChanged } from './mails/email-changed.ts'
import { emailConfirmation } from './mails/email-confirmation.ts'
import { emailCorrected } from './mails/email-corrected.ts'
import { emailRestored } from './mails/email-restored.ts'
import { loginLink } from './mails/login-link.ts'
import { passwordChanged } from './mails/password-changed.ts'
import { passwordRecovery } from './mails/password-recovery.ts'
import { staffLoginLink } from './mails/staff-login-link.ts'
import { removeAccountSilently } from './own-account/account-removal.ts'

export const accounts: Feature = {
  name: 'accounts',
  start(deps) {
    deps.mails.answerRequests((requested) => answerMailRequest(deps, requested))
  },
  routes: addAccountRoutes,
  mails: [
    accountDeleted,
    emailChange,
    emailChangeAsked,
    emailChanged,
    emailCorrected,
    emailConfirmation,
    emailRestored,
    dataDownloaded,
    loginLink,
    passwordChanged,
    passwordRecovery,
    staffLoginLink,
  ],
  merge: accountMerge,
  notExported: {
    former_passwords: 'the hash of a password that logs in no more, for a week',
  },
  answers: [answering(REMOVE_DECLINED, removeAccountSilently)],
  personalData: [
    { table: users, secret: ['password_hash'], where: ({ id }) => eq(users.id, id) },
    {
      table: former_emails,
      secret: ['token_hash', 'password_hash'],
      where: ({ id }) => eq(former_emails.user_id, id),
    },
  ],
  cleanUp: deleteOldFormerLogins,
}
