import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import type { MissedRequests } from './accounts.questions.ts'

interface ToAccount {
  firstname: string
}

interface WithLink extends ToAccount {
  url: string
}

interface WithCode extends WithLink {
  /** For a reader on another device. */
  code: string
}

/** The last mail to somebody who left. */
export const accountDeleted = defineTextMail(
  'accounts',
  'accountDeleted',
  ({ handedOver, url }: WithLink & { handedOver: boolean }, t) => {
    const kind = handedOver ? 'handedOver' : 'otherwise'
    return {
      preview: t(`mails.accountDeleted.preview.${kind}`),
      body: [t(`mails.accountDeleted.body1.${kind}`), t('mails.accountDeleted.body2')],
      button: url,
    }
  },
)

/** Tells somebody that all their data was downloaded by whoever is logged in. */
export const dataDownloaded = defineTextMail(
  'accounts',
  'dataDownloaded',
  ({ notMeUrl }: ToAccount & { notMeUrl: string }) => ({ notMe: notMeUrl }),
)

/** To the old address, as soon as somebody wants another one. */
export const emailChangeAsked = defineTextMail(
  'accounts',
  'emailChangeAsked',
  ({ notMeUrl }: ToAccount & { newEmail: string; notMeUrl: string }) => ({ notMe: notMeUrl }),
)

/** To the new address: it replaces the old one once its owner says so. */
export const emailChange = defineTextMail(
  'accounts',
  'emailChange',
  ({ url, code }: WithCode, t) => ({
    facts: [{ label: t('mails.emailChange.facts'), value: code }],
    button: url,
  }),
)

interface EmailChanged extends ToAccount {
  newEmail: string
  /** For how many days the button works. */
  days: number
  /** Where whoever knows the password of before takes the address back; null where there is none. */
  restoreUrl: string | null
}

/** To the old address, the last mail it gets. */
export const emailChanged = defineTextMail(
  'accounts',
  'emailChanged',
  ({ restoreUrl }: EmailChanged, t) => ({
    body: [
      t('mails.emailChanged.body1'),
      t(restoreUrl ? 'mails.emailChanged.restore' : 'mails.emailChanged.body2'),
    ],
    button: restoreUrl ?? undefined,
  }),
)

interface EmailConfirmation extends WithCode {
  /** Who wanted to ask for something meanwhile. Mails that were written before do not say it. */
  missed?: MissedRequests
}

/** Asks to confirm the address of a new account. */
export const emailConfirmation = defineTextMail(
  'accounts',
  'emailConfirmation',
  ({ url, code, missed }: EmailConfirmation, t) => {
    const lines = (missed?.named ?? []).map(({ firstname, item }) =>
      firstname
        ? t('mails.emailConfirmation.missed', { firstname, item })
        : t('mails.emailConfirmation.missedUnnamed', { item }),
    )
    if (missed && missed.people > 0) {
      if (lines.length === 0)
        lines.push(t('mails.emailConfirmation.missedMany', { count: missed.people }))
      lines.push(t('mails.emailConfirmation.missedWhy'))
    }
    return {
      body: [...lines, t('mails.emailConfirmation.body')],
      facts: [{ label: t('mails.emailConfirmation.facts'), value: code }],
      button: url,
    }
  },
)

interface EmailCorrected extends WithLink {
  newEmail: string
  /** Mails did not reach this address, so that the new one has taken its place already. */
  atOnce: boolean
}

/** To the old address, as soon as the staff has corrected it; says how to object. */
export const emailCorrected = defineTextMail(
  'accounts',
  'emailCorrected',
  ({ atOnce, url }: EmailCorrected, t) => ({
    body: [
      t('mails.emailCorrected.body'),
      t(atOnce ? 'mails.emailCorrected.atOnce' : 'mails.emailCorrected.later'),
      t('mails.emailCorrected.object'),
    ],
    button: url,
  }),
)

/** To the address that an account had for some days, until its owner took the earlier one back. */
export const emailRestored = defineTextMail('accounts', 'emailRestored', (_: ToAccount) => ({}))

/** Logs in without a password, for ten minutes. Mails that were written before have no code. */
export const loginLink = defineTextMail(
  'accounts',
  'loginLink',
  ({ url, code }: WithLink & Partial<WithCode>, t) => ({
    facts: code ? [{ label: t('mails.loginLink.facts'), value: code }] : [],
    button: url,
  }),
)

interface StaffLoginLink extends WithLink {
  /** For whoever reads the mail on another device, and the page to type it at. Mails that were written before have none. */
  code?: string
  typeAt?: string
}

/**
 * The staff helps somebody to log in who cannot: a link that works for half an hour. It leads to a page with a button:
 * what only looks at the links of a mail logs nobody in.
 */
export const staffLoginLink = defineTextMail(
  'accounts',
  'staffLoginLink',
  ({ url, code, typeAt }: StaffLoginLink, t) => ({
    subject: t('mails.loginLink.subject'),
    body: [
      t('mails.staffLoginLink.body'),
      ...(typeAt ? [t('mails.staffLoginLink.elsewhere')] : []),
    ],
    facts: code ? [{ label: t('mails.loginLink.facts'), value: code }] : [],
    button: url,
  }),
)

interface PasswordChanged extends WithLink {
  /** How many passkeys go on logging in. */
  passkeys: number
  /** Whether there was none before; nothing is logged out by it then. */
  first?: boolean
}

/** Tells of a new password; every other session has ended by then. */
export const passwordChanged = defineTextMail(
  'accounts',
  'passwordChanged',
  ({ url, passkeys, first = false }: PasswordChanged, t) => {
    const kind = first ? 'first' : 'changed'
    return {
      subject: t(`mails.passwordChanged.subject.${kind}`),
      preview: t(`mails.passwordChanged.preview.${kind}`),
      heading: t(`mails.passwordChanged.heading.${kind}`),
      body: [
        t(`mails.passwordChanged.body1.${kind}`),
        ...(passkeys > 0 ? [t('mails.passwordChanged.body2.passkeys', { count: passkeys })] : []),
        t('mails.passwordChanged.body3'),
      ],
      button: url,
    }
  },
)

interface PasswordRecovery extends WithCode {
  /** The staff has sent it, to somebody who asked for help. */
  byStaff?: boolean
}

/** The way to a new password, for three hours. */
export const passwordRecovery = defineTextMail(
  'accounts',
  'passwordRecovery',
  ({ url, code, byStaff = false }: PasswordRecovery, t) => ({
    body: [t(byStaff ? 'mails.passwordRecovery.byStaff' : 'mails.passwordRecovery.body')],
    facts: [{ label: t('mails.passwordRecovery.facts'), value: code }],
    button: url,
  }),
)
