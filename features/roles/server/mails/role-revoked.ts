import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'
import type { StaffRole } from './role-granted.ts'

interface Content {
  firstname: string
  /** The role that they had. */
  role: StaffRole
  /** The start page. */
  url: string
}

/** Tells somebody that they are a member like others from now on. */
export const roleRevoked = defineMail<Content>(
  'roleRevoked',
  ({ firstname, role, url }, { lang, brand }) => {
    const t = texts('roles', lang)
    return {
      subject:
        role === 'admin'
          ? t('mails.roleRevoked.subject.admin', { brand })
          : t('mails.roleRevoked.subject.otherwise', { brand }),
      preview: t('mails.roleRevoked.preview'),
      heading: t('mails.roleRevoked.heading'),
      greeting: t('mails.greeting', { firstname }),
      body: [t('mails.roleRevoked.body1', { brand }), t('mails.roleRevoked.body2')],
      buttons: [
        {
          label: t('mails.roleRevoked.button'),
          url,
        },
      ],
      footer: t('mails.roleRevoked.footer'),
    }
  },
)
