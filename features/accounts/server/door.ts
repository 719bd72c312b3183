export { accounts } from './accounts.ts'
export { enqueueConfirmationMail } from './confirmation-mail.ts'
export { resendConfirmation } from './confirmation-resending.ts'
export { removeAccount } from './own-account/account-removal.ts'
