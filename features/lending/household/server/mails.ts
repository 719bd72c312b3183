import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** What has happened, from the reader's point of view. */
export type Change = 'removed' | 'left' | 'somebodyGone'

interface Changed {
  firstname: string
  change: Change
  /** The owner, or the person who is gone; empty if no name is known. */
  name: string
  url: string
}

/** Notifies the people of a household that the reader, or another person, is no longer part of it. */
export const householdChanged = defineTextMail(
  'household',
  'householdChanged',
  ({ change, name, url }: Changed, t) => {
    const person = { name: name || t('mails.householdChanged.somebody') }
    const subject = t(`mails.householdChanged.${change}.subject`, person)
    return {
      subject,
      preview: t(`mails.householdChanged.${change}.preview`),
      heading: subject,
      body: [t(`mails.householdChanged.${change}.body`, person)],
      buttons: [{ label: t(`mails.householdChanged.${change}.button`), url }],
    }
  },
)

interface Invitation {
  /** First name of the owner; empty if a mail program could turn it into a link. */
  inviter: string
  url: string
}

/** Invites a person to manage a letterbox together. The mail contains no street, since it may reach a stranger. */
export const householdInvitation = defineTextMail(
  'household',
  'householdInvitation',
  ({ inviter, url }: Invitation, t) => ({
    subject: t(`mails.householdInvitation.subject.${inviter ? 'inviter' : 'otherwise'}`),
    body: [
      t('mails.householdInvitation.body1', {
        inviter: inviter || t('mails.householdInvitation.body1Part'),
      }),
      t('mails.householdInvitation.body2'),
      t('mails.householdInvitation.body3'),
    ],
    button: url,
  }),
)

/** Notifies the member who joined the household first that the letterbox is theirs now. */
export const letterboxHandedOver = defineTextMail(
  'household',
  'letterboxHandedOver',
  ({ url }: { firstname: string; url: string }) => ({ button: url }),
)
