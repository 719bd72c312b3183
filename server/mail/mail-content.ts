import type { FeedbackType } from '@letterlend/contract/general-feedbacks.ts'
import type { ReportTypeName } from '@letterlend/contract/reports.ts'

/** Each kind of mail with what it says; links are whole addresses. */
export type MailContent =
  | { template: 'emailConfirmation'; firstname: string; url: string }
  | { template: 'passwordRecovery'; firstname: string; url: string }
  | { template: 'loginLink'; firstname: string; url: string }
  | { template: 'emailChange'; firstname: string; url: string }
  | { template: 'emailChangeAsked'; firstname: string; newEmail: string; url: string }
  | { template: 'emailChanged'; firstname: string; newEmail: string }
  | {
      template: 'passwordChanged'
      firstname: string
      url: string
      /** How many passkeys go on logging in. */
      passkeys: number
    }
  | { template: 'passkeyAdded'; firstname: string; name: string; url: string }
  | { template: 'passkeyRemoved'; firstname: string; name: string; url: string }
  | { template: 'accountDeleted'; firstname: string; handedOver: boolean; url: string }
  | { template: 'letterboxHandedOver'; firstname: string; url: string }
  | {
      template: 'householdInvitation'
      /** First name of the owner; empty where it could be taken for a link. */
      inviter: string
      url: string
    }
  | {
      template: 'itemsConfirmation'
      firstname: string
      stillTrueUrl: string
      changeUrl: string
      takeOffUrl: string
    }
  | {
      template: 'newMessage'
      firstname: string
      fromFirstname: string
      /** Name of the item in the recipient's language. */
      item: string
      text: string
      firstInTransaction: boolean
      url: string
    }
  | {
      template: 'wishConfirmation'
      /** Name of the item in the recipient's language. */
      item: string
      /** The town or village around; null where none is near. */
      place: string | null
      kilometres: number
      url: string
    }
  | {
      template: 'wishAnswered'
      wishId: string
      item: string
      /** The nearest first; only what the public map says of them. */
      letterboxes: { id: string; address: string; postcode: string; city: string; metres: number }[]
      endUrl: string
    }
  | {
      template: 'report'
      type: ReportTypeName
      title: string
      message: string
      /** Of whoever reported. */
      email: string
      /** Of the letterbox, in one line. */
      address: string
      url: string
    }
  | { template: 'generalFeedback'; type: FeedbackType; content: string; email: string }
