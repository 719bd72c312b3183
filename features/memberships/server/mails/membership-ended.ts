import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { MembershipMail } from './membership-mail.ts'

/** Once after a membership has ended. */
export const membershipEnded = defineMail<MembershipMail>(
  'membershipEnded',
  ({ firstname, day, renew_url, see_url, off_url }, { lang, brand }) => {
    const t = texts('memberships', lang)
    return {
      subject: t('mails.membershipEnded.subject'),
      preview: t('mails.membershipEnded.preview'),
      heading: t('mails.membershipEnded.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.membershipEnded.body1', { brand, day }), t('mails.membershipEnded.body2')],
      buttons: [
        {
          label: t('mails.membershipEnded.button1'),
          url: renew_url,
        },
        {
          label: t('mails.membershipEnded.button2'),
          url: see_url,
        },
      ],
      footer: t('mails.footer', { brand }),
      links: [
        {
          label: t('mails.membershipEnded.links'),
          url: off_url,
        },
      ],
    }
  },
)
