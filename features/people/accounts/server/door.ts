export { confirmEmail } from './accounts.queries.ts'
export { accounts } from './accounts.ts'
export { orWhenTaken } from './address-taken.ts'
export { followConfirmation } from './confirmation.ts'
export { enqueueConfirmationMail } from './confirmation-mail.ts'
export { limitSpellings, resendConfirmation } from './confirmation-resending.ts'
export { limitNewEmails, takeOverEmail } from './email-change.ts'
export { correctEmail, limitCorrections } from './email-correction.ts'
export { sendLinkByStaff } from './mailed-links.ts'
export { exportAccount } from './own-account/account-data.ts'
export {
  removeAccount,
  removeAccountSilently,
  removeAccountWithin,
} from './own-account/account-removal.ts'
export { changeLogin, checkLoginChange } from './own-account/login-change.ts'
export {
  LETTERBOX_OF_LEAVING,
  MISSED_REQUESTS,
  type MissedRequests,
  PRODUCT_WORD,
  WAYS_IN,
} from './questions.ts'
export { canLogIn, forgetUnprovedWaysIn } from './ways-in.ts'
