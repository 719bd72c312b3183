import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** Switched on or off, new codes, one of them used, and all taken away by the staff. */
export type SecondFactorChange = 'on' | 'off' | 'codes' | 'code_used' | 'reset'

interface Content {
  firstname: string
  change: SecondFactorChange
  /** Codes that still work once. */
  codesLeft: number
  /** Where one sets it up, after a login where there is none. */
  url: string
  notMeUrl: string
}

/** Tells the owner of an account what became of the second step of its logins. Never with a code. */
export const secondFactorChanged = defineTextMail(
  'second-factors',
  'secondFactorChanged',
  ({ change, codesLeft, url, notMeUrl }: Content, t) => ({
    subject: t(`mails.secondFactorChanged.subject.${change}`),
    preview: t(`mails.secondFactorChanged.preview.${change}`),
    heading: t(`mails.secondFactorChanged.subject.${change}`),
    body: [
      t(`mails.secondFactorChanged.body.${change}`),
      ...(change === 'code_used'
        ? [t('mails.secondFactorChanged.codesLeft', { count: codesLeft })]
        : []),
    ],
    button: url,
    notMe: notMeUrl,
  }),
)
