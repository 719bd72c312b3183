import type { Language } from '@letterlend/contract/languages.ts'
import { accountDeleted } from '../features/accounts/mails/account-deleted.ts'
import { emailChange } from '../features/accounts/mails/email-change.ts'
import { emailChangeAsked } from '../features/accounts/mails/email-change-asked.ts'
import { emailChanged } from '../features/accounts/mails/email-changed.ts'
import { emailConfirmation } from '../features/accounts/mails/email-confirmation.ts'
import { loginLink } from '../features/accounts/mails/login-link.ts'
import { passwordChanged } from '../features/accounts/mails/password-changed.ts'
import { passwordRecovery } from '../features/accounts/mails/password-recovery.ts'
import { generalFeedback } from '../features/general-feedbacks/mails/general-feedback.ts'
import { householdInvitation } from '../features/household/mails/household-invitation.ts'
import { letterboxHandedOver } from '../features/household/mails/letterbox-handed-over.ts'
import { itemsConfirmation } from '../features/letterboxes/mails/items-confirmation.ts'
import { passkeyAdded } from '../features/passkeys/mails/passkey-added.ts'
import { passkeyRemoved } from '../features/passkeys/mails/passkey-removed.ts'
import { report } from '../features/reports/mails/report.ts'
import { newMessage } from '../features/transactions/mails/new-message.ts'
import { wishAnswered } from '../features/wishes/mails/wish-answered.ts'
import { wishConfirmation } from '../features/wishes/mails/wish-confirmation.ts'
import type { MailContent } from './mail-content.ts'

export interface MailTexts {
  subject: string
  preview: string
  heading: string
  greeting: string
  /** Paragraphs before the buttons. */
  body: string[]
  /** What somebody wrote, shown as a quotation. */
  quote?: string
  /** The first is the one that most will press. */
  buttons: { label: string; url: string }[]
  /** Small print below the buttons. */
  note?: string
  /** Why this mail came. */
  footer: string
}

export type TemplateName = MailContent['template']
type Content<T extends TemplateName> = Extract<MailContent, { template: T }>

/** One template in each language. */
export type TextsOf<T extends TemplateName> = Record<
  Language,
  (content: Content<T>, brand: string) => MailTexts
>

/** Every kind of mail; a new one is a file in `texts/` and a line here. */
const TEMPLATES: { [T in TemplateName]: TextsOf<T> } = {
  passwordRecovery,
  loginLink,
  emailChange,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  passkeyAdded,
  passkeyRemoved,
  accountDeleted,
  itemsConfirmation,
  householdInvitation,
  letterboxHandedOver,
  emailConfirmation,
  newMessage,
  report,
  generalFeedback,
  wishAnswered,
  wishConfirmation,
}

/** Mail programs make links of such names; anybody can have a mail sent to a stranger's address. */
const LIKE_A_LINK = /:\/\/|www\.|[\p{L}\d-]{2,}\.\p{L}{2,}/iu

function withHarmlessName<C extends MailContent>(content: C): C {
  const harmless = (name: string) => (LIKE_A_LINK.test(name) ? '' : name)
  if ('inviter' in content) return { ...content, inviter: harmless(content.inviter) }
  return 'firstname' in content ? { ...content, firstname: harmless(content.firstname) } : content
}

export function mailTexts<T extends TemplateName>(
  content: Content<T>,
  lang: Language,
  brand: string,
): MailTexts {
  const template: TextsOf<T> = TEMPLATES[content.template as T]
  const texts = template[lang](withHarmlessName(content), brand)
  return { ...texts, greeting: texts.greeting.trim() }
}
