import { defineTextMail } from '#platform/server/mail/text-mail.ts'
import { LOCALES } from '#platform/shared/languages.ts'
import type { MissedRequests } from './questions.ts'

interface ToAccount {
  firstname: string
}

interface WithLink extends ToAccount {
  url: string
}

interface WithCode extends WithLink {
  /** For typing on another device. */
  code: string
}

/** The last mail, sent after an account is deleted. */
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

/** Notifies the owner that all their data was downloaded from a session. */
export const dataDownloaded = defineTextMail(
  'accounts',
  'dataDownloaded',
  ({ notMeUrl }: ToAccount & { notMeUrl: string }) => ({ notMe: notMeUrl }),
)

/** To the old address, when a new one is requested. */
export const emailChangeAsked = defineTextMail(
  'accounts',
  'emailChangeAsked',
  ({ notMeUrl }: ToAccount & { newEmail: string; notMeUrl: string }) => ({ notMe: notMeUrl }),
)

/** To the new address, which replaces the old one once confirmed. */
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
  /** Days for which the button works. */
  days: number
  /** Page that restores the address with the former password; null if there was no password. */
  restoreUrl: string | null
}

/** To the old address, as its last mail. */
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
  /** Who waits until the address is confirmed. Absent in mails queued by older versions. */
  wanted?: MissedRequests
}

/** Requests confirmation of the address of a new account. */
export const emailConfirmation = defineTextMail(
  'accounts',
  'emailConfirmation',
  ({ url, code, wanted }: EmailConfirmation, t, { lang }) => {
    const { people, items } = wanted ?? { people: 0, items: [] }
    const list = new Intl.ListFormat(LOCALES[lang], { type: 'conjunction' }).format(items)
    const lines =
      people > 0
        ? [
            t('mails.emailConfirmation.wanted', { count: people, items: list }),
            t('mails.emailConfirmation.wantedWhy'),
          ]
        : []
    return {
      body: [...lines, t('mails.emailConfirmation.body')],
      facts: [{ label: t('mails.emailConfirmation.facts'), value: code }],
      button: url,
    }
  },
)

interface EmailCorrected extends WithLink {
  newEmail: string
  /** The old address was unreachable, so the new one has already replaced it. */
  atOnce: boolean
}

/** To the old address, when the staff has corrected it. Explains how to object. */
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

/** To the address that an account had for some days, after the owner restored the earlier one. */
export const emailRestored = defineTextMail('accounts', 'emailRestored', (_: ToAccount) => ({}))

/** Logs in without a password, for ten minutes. Mails queued by older versions have no code. */
export const loginLink = defineTextMail(
  'accounts',
  'loginLink',
  ({ url, code }: WithLink & Partial<WithCode>, t) => ({
    facts: code ? [{ label: t('mails.loginLink.facts'), value: code }] : [],
    button: url,
  }),
)

interface StaffLoginLink extends WithLink {
  /**
   * For typing on another device, and the page to type it on. Mails queued by older versions have
   * none.
   */
  code?: string
  typeAt?: string
}

/**
 * A link from the staff that logs in a user who needs help; works for half an hour. It opens a page
 * with a button, so that link scanners log nobody in.
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
  /** Number of passkeys that still work. */
  passkeys: number
  /** Whether the account had no password before; then no session ends. */
  first?: boolean
}

/** Notifies the owner of a new password. All other sessions have ended by then. */
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
  /** Sent by the staff to a user who asked for help. */
  byStaff?: boolean
}

/** Link to choose a new password; works for three hours. */
export const passwordRecovery = defineTextMail(
  'accounts',
  'passwordRecovery',
  ({ url, code, byStaff = false }: PasswordRecovery, t) => ({
    body: [t(byStaff ? 'mails.passwordRecovery.byStaff' : 'mails.passwordRecovery.body')],
    facts: [{ label: t('mails.passwordRecovery.facts'), value: code }],
    button: url,
  }),
)
