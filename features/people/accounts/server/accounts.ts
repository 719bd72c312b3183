import { eq } from 'drizzle-orm'
import type { Feature } from '#platform/server/feature.ts'
import { users } from '#platform/server/identity/tables.ts'
import { cleaning } from '#platform/server/jobs/cleaning.ts'
import { former_emails } from '../tables.ts'
import { accountMerge } from './account-merge.ts'
import { addAccountRoutes } from './accounts.routes.ts'
import { deleteOldFormerLogins } from './former-logins.ts'
import { answerMailRequest } from './mailed-links.ts'
import {
  accountDeleted,
  dataDownloaded,
  emailChange,
  emailChangeAsked,
  emailChanged,
  emailConfirmation,
  emailCorrected,
  emailRestored,
  loginLink,
  passwordChanged,
  passwordRecovery,
  staffLoginLink,
} from './mails.ts'

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
    former_passwords: 'the hash of a password that no longer logs in, for a week',
  },
  personalData: [
    { table: users, secret: ['password_hash'], where: ({ id }) => eq(users.id, id) },
    {
      table: former_emails,
      secret: ['token_hash', 'password_hash'],
      where: ({ id }) => eq(former_emails.user_id, id),
    },
  ],
  jobs: [cleaning(deleteOldFormerLogins)],
}
