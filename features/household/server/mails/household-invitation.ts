import { defineMail } from '#platform/server/mail/mail-template.ts'
import { texts } from '#platform/server/texts.ts'

interface Content {
  /** First name of the owner; empty where it could be taken for a link. */
  inviter: string
  url: string
}

/**
 * Invites somebody to manage a letterbox together. The mail names no street, since it may reach a
 * stranger.
 */
export const householdInvitation = defineMail<Content>(
  'householdInvitation',
  ({ inviter, url }, { lang, brand }) => {
    const t = texts('household', lang)
    return {
      subject: inviter
        ? t('mails.householdInvitation.subject.inviter', { inviter })
        : t('mails.householdInvitation.subject.otherwise'),
      preview: t('mails.householdInvitation.preview'),
      heading: t('mails.householdInvitation.heading'),
      greeting: t('mails.greeting'),
      body: [
        t('mails.householdInvitation.body1', {
          inviter: inviter || t('mails.householdInvitation.body1Part'),
          brand,
        }),
        t('mails.householdInvitation.body2'),
        t('mails.householdInvitation.body3'),
      ],
      buttons: [
        {
          label: t('mails.householdInvitation.button'),
          url,
        },
      ],
      note: t('mails.householdInvitation.note'),
      footer: t('mails.footer'),
    }
  },
)
