import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

/** The role that somebody has got. */
export type StaffRole = 'moderator' | 'admin'

interface Content {
  firstname: string
  role: StaffRole
  /** The back office, after a login. */
  url: string
}

/** Tells somebody of what they may do from now on. */
export const roleGranted = defineMail<Content>(
  'roleGranted',
  ({ firstname, role, url }, { lang, brand }) => {
    const t = texts('roles', lang)
    return {
      subject:
        role === 'admin'
          ? t('mails.roleGranted.subject.admin', { brand })
          : t('mails.roleGranted.subject.otherwise', { brand }),
      preview: t('mails.roleGranted.preview'),
      heading:
        role === 'admin'
          ? t('mails.roleGranted.heading.admin', { brand })
          : t('mails.roleGranted.heading.otherwise', { brand }),
      greeting: t('mails.greeting', { firstname }),
      body: [
        t('mails.roleGranted.body1'),
        t('mails.roleGranted.body2'),
        ...(role === 'admin'
          ? [
              t('mails.roleGranted.body3.admin1'),
              t('mails.roleGranted.body3.admin2'),
              t('mails.roleGranted.body3.admin3'),
            ]
          : []),
        t('mails.roleGranted.body4'),
      ],
      buttons: [
        {
          label: t('mails.roleGranted.button'),
          url,
        },
      ],
      footer: t('mails.footer', { brand }),
    }
  },
)
