import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

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
export const secondFactorChanged = defineMail<Content>(
  'secondFactorChanged',
  ({ firstname, change, codesLeft, url, notMeUrl }, { lang, brand }) => {
    const t = texts('second-factors', lang)
    return {
      subject: t(`mails.subject.${change}`),
      preview: t(`mails.preview.${change}`),
      heading: t(`mails.subject.${change}`),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t(`mails.body.${change}`, { brand }),
        ...(change === 'code_used' ? [t('mails.codesLeft', { count: codesLeft })] : []),
      ],
      buttons: [
        { label: t('mails.button'), url },
        { label: t('mails.notMe.button'), url: notMeUrl },
      ],
      note: t('mails.notMe.note'),
      footer: t('mails.footer'),
    }
  },
)
