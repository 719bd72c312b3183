import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MailingTopic, NotificationKind } from '#platform/shared/notification-kinds.ts'

/** The receiver and kind of a notification, which has to match their settings. */
export interface Notification {
  user_id: string
  /** `digest`: several kinds in one mail. */
  kind: NotificationKind | MailingTopic | 'digest'
  /** Unsubscribes from this kind. */
  offUrl: string
  /** Page for choosing the frequency of each kind. */
  settingsUrl: string
}

const labelsIn = (lang: Language) => sectionsOf('platform', lang).mails.notificationLinks.labels

/** Label of the link that unsubscribes from a kind. */
export const offLabel = (kind: NotificationKind, lang: Language): string => labelsIn(lang)[kind]

/** Links below every mail that a user can turn off. */
export function notificationLinks(
  { kind, offUrl, settingsUrl }: Notification,
  lang: Language,
): { label: string; url: string }[] {
  return [
    { label: labelsIn(lang)[kind], url: offUrl },
    { label: labelsIn(lang).settings, url: settingsUrl },
  ]
}
