/** What a reminder says; stands in the queue as JSON. */
export interface MembershipMail {
  user_id: string
  /** By it the mail is looked at again when it is sent. */
  membership_until: string
  firstname: string
  /** The end as a date in the language of the mail. */
  day: string
  renew_url: string
  see_url: string
  off_url: string
}
