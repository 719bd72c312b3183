import { sectionsOf } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { MailingTopic, NotificationKind } from '#platform/shared/notification-kinds.ts'

/** Whom a mail tells of what, as often as that person wants to hear of it. */
export interface Notification {
  user_id: string
  /** `digest`: several kinds in one mail. */
  kind: NotificationKind | MailingTopic | 'digest'
  /** Where mails of this kind are ended. */
  offUrl: string
  /** Where one says how often to be told of what. */
  settingsUrl: string
}

const labelsIn = (lang: Language) => sectionsOf('platform', lang).mails.notificationLinks.labels

/** Names the link that ends mails of a kind. */
export const offLabel = (kind: NotificationKind, lang: Language): string => labelsIn(lang)[kind]

/** What stands below every mail that somebody can do without. */
export function notificationLinks(
  { kind, offUrl, settingsUrl }: Notification,
  lang: Language,
): { label: string; url: string }[] {
  return [
    { label: labelsIn(lang)[kind], url: offUrl },
    { label: labelsIn(lang).settings, url: settingsUrl },
  ]
}
