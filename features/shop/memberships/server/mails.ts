import { defineTextMail } from '#platform/server/mail/text-mail.ts'

/** Content of a reminder; stored in the queue as JSON. */
export interface MembershipMail {
  user_id: string
  /** Used to check the mail again when it is sent. */
  membership_until: string
  firstname: string
  /** The end date in the language of the mail. */
  day: string
  renew_url: string
  see_url: string
  off_url: string
}

/** Sent once after a membership has ended. */
export const membershipEnded = defineTextMail(
  'memberships',
  'membershipEnded',
  ({ renew_url, see_url, off_url }: MembershipMail, t) => ({
    buttons: [
      { label: t('mails.membershipEnded.button1'), url: renew_url },
      { label: t('mails.membershipEnded.button2'), url: see_url },
    ],
    links: [{ label: t('mails.membershipEnded.links'), url: off_url }],
  }),
)

/** Sent a month before a membership ends. */
export const membershipEnding = defineTextMail(
  'memberships',
  'membershipEnding',
  ({ renew_url, see_url, off_url }: MembershipMail, t) => ({
    buttons: [
      { label: t('mails.membershipEnding.button1'), url: renew_url },
      { label: t('mails.membershipEnding.button2'), url: see_url },
    ],
    links: [{ label: t('mails.membershipEnding.links'), url: off_url }],
  }),
)
