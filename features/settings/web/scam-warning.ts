import type { Banner } from '#platform/shared/settings/banner.ts'

/** What is written most often; all three at once, whatever the language of the app. */
export const SCAM_WARNING: Banner = {
  de: 'Zurzeit kommen über die Plattform Betrugsnachrichten. Gib nie Codes, Passwörter oder Bankdaten weiter.',
  en: 'Scam messages are going around on this platform. Never pass on codes, passwords or bank details.',
  fr: 'Des messages frauduleux circulent sur la plateforme. Ne donnez jamais de codes, de mots de passe ou de données bancaires.',
}
