import type { Language } from '#platform/shared/languages.ts'
import { ofAccounts } from './account-samples.ts'
import { ofLetterboxes } from './letterbox-samples.ts'
import { ofLoans } from './loan-samples.ts'
import { ofOrders } from './order-samples.ts'
import type { MailSample } from './sample-parts.ts'
import { ofStaff } from './staff-samples.ts'

/** Samples of every kind of mail. */
export const mailSamples = (lang: Language): MailSample[] => [
  ...ofAccounts(),
  ...ofLoans(lang),
  ...ofOrders(lang),
  ...ofLetterboxes(lang),
  ...ofStaff(lang),
]
