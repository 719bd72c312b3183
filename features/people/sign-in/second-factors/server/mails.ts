import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** Switched on or off, new recovery codes, one of them used, or all removed by the staff. */
export type SecondFactorChange = 'on' | 'off' | 'codes' | 'code_used' | 'reset'

interface Content {
  firstname: string
  change: SecondFactorChange
  /** Number of unused recovery codes. */
  codesLeft: number
  /** Page with the settings, after a login if needed. */
  url: string
  notMeUrl: string
}

/** Notifies the owner of a change of their second factor. Never contains a code. */
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
