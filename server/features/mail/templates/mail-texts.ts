import type { Language } from '@letterlend/contract/user-settings.ts'
import type { MailContent } from './mail-content.ts'
import { accountDeleted } from './texts/account-deleted.ts'
import { emailChange } from './texts/email-change.ts'
import { emailChangeAsked } from './texts/email-change-asked.ts'
import { emailChanged } from './texts/email-changed.ts'
import { emailConfirmation } from './texts/email-confirmation.ts'
import { generalFeedback } from './texts/general-feedback.ts'
import { householdInvitation } from './texts/household-invitation.ts'
import { itemsConfirmation } from './texts/items-confirmation.ts'
import { letterboxHandedOver } from './texts/letterbox-handed-over.ts'
import { loginLink } from './texts/login-link.ts'
import { newMessage } from './texts/new-message.ts'
import { passkeyAdded } from './texts/passkey-added.ts'
import { passkeyRemoved } from './texts/passkey-removed.ts'
import { passwordChanged } from './texts/password-changed.ts'
import { passwordRecovery } from './texts/password-recovery.ts'
import { report } from './texts/report.ts'
import { wishAnswered } from './texts/wish-answered.ts'
import { wishConfirmation } from './texts/wish-confirmation.ts'

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
