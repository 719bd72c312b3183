import type { Language } from '#platform/shared/languages.ts'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'

/** Whom a mail tells of what, as often as that person wants to hear of it. */
export interface Notification {
  user_id: string
  /** `digest`: several kinds in one mail. */
  kind: NotificationKind | 'digest'
  /** Where mails of this kind are ended. */
  offUrl: string
  /** Where one says how often to be told of what. */
  settingsUrl: string
}

const LABELS: Record<Language, Record<NotificationKind | 'digest' | 'settings', string>> = {
  de: {
    request: 'Keine E-Mails zu Anfragen mehr bekommen',
    message: 'Keine E-Mails zu Nachrichten mehr bekommen',
    reminder: 'Keine Erinnerungen mehr bekommen',
    wish: 'Keine E-Mails zu Wünschen mehr bekommen',
    community: 'Keine E-Mails der Gemeinschaft mehr bekommen',
    digest: 'Keine Zusammenfassungen mehr bekommen',
    settings: 'Einstellen, wie oft wir dir schreiben',
  },
  en: {
    request: 'Stop getting e-mails about requests',
    message: 'Stop getting e-mails about messages',
    reminder: 'Stop getting reminders',
    wish: 'Stop getting e-mails about wishes',
    community: 'Stop getting e-mails of the community',
    digest: 'Stop getting summaries',
    settings: 'Choose how often we write to you',
  },
  fr: {
    request: 'Ne plus recevoir d’e-mails pour les demandes',
    message: 'Ne plus recevoir d’e-mails pour les messages',
    reminder: 'Ne plus recevoir de rappels',
    wish: 'Ne plus recevoir d’e-mails pour les souhaits',
    community: 'Ne plus recevoir d’e-mails de la communauté',
    digest: 'Ne plus recevoir de résumés',
    settings: 'Choisir quand nous vous écrivons',
  },
}

/** Names the link that ends mails of a kind. */
export const offLabel = (kind: NotificationKind, lang: Language): string => LABELS[lang][kind]

/** What stands below every mail that somebody can do without. */
export function notificationLinks(
  { kind, offUrl, settingsUrl }: Notification,
  lang: Language,
): { label: string; url: string }[] {
  return [
    { label: LABELS[lang][kind], url: offUrl },
    { label: LABELS[lang].settings, url: settingsUrl },
  ]
}
