import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { MembershipMail } from './membership-mail.ts'

/** A month before a membership ends. */
export const membershipEnding = defineMail<MembershipMail>(
  'membershipEnding',
  ({ firstname, day, renew_url, see_url, off_url }, { lang, brand }) => {
    const t = texts('memberships', lang)
    return {
      subject: t('mails.membershipEnding.subject', { day }),
      preview: t('mails.membershipEnding.preview'),
      heading: t('mails.membershipEnding.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.membershipEnding.body1', { brand, day }), t('mails.membershipEnding.body2')],
      buttons: [
        {
          label: t('mails.membershipEnding.button1'),
          url: renew_url,
        },
        {
          label: t('mails.membershipEnding.button2'),
          url: see_url,
        },
      ],
      footer: t('mails.membershipEnding.footer', { brand }),
      links: [
        {
          label: t('mails.membershipEnding.links'),
          url: off_url,
        },
      ],
    }
  },
)
