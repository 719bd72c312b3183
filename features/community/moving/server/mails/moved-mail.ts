import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface MovedMail {
  firstname: string
  /** The community's text: what changes, and the receiver's rights. Markdown. */
  text: string
  /** Link that confirms the address and logs in. */
  confirmUrl: string
  /** The account came with a password, which still works. */
  hasPassword: boolean
  /** A test mail to the staff, whose link confirms nothing. */
  test: boolean
}

/** Tells a person whose account was moved in that the community has moved. */
export const movedMail = defineMail<MovedMail>(
  'moved',
  ({ firstname, text, confirmUrl, hasPassword, test }, { lang, brand }) => {
    const t = texts('moving', lang)
    const subject = t('mails.moved.subject', { brand })
    return {
      subject: test ? t('mails.moved.test', { subject }) : subject,
      preview: t('mails.moved.preview'),
      heading: t('mails.moved.heading', { brand }),
      greeting: t('mails.moved.greeting', { firstname }),
      body: [
        t('mails.moved.body'),
        t(hasPassword ? 'mails.moved.password' : 'mails.moved.noPassword'),
        t('mails.moved.confirm'),
      ],
      markdown: text,
      buttons: [{ label: t('mails.moved.button'), url: confirmUrl }],
      note: t('mails.moved.note'),
      footer: t('mails.moved.footer', { brand }),
    }
  },
)
