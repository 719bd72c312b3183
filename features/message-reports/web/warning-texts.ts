import type { Language } from '#platform/shared/languages.ts'
import type { MessageReportReason } from '../message-report-reasons.ts'

/** What a warning may begin with, by what was reported, in the language of whoever is warned. */
export const WARNING_TEXTS: Record<
  Language,
  Record<Exclude<MessageReportReason, 'other'>, string>
> = {
  de: {
    money: 'Verlange von Nachbarn weder Geld noch Zugangsdaten. Ausgeliehen wird hier kostenlos.',
    rude: 'Schreib bitte freundlich. Beleidigungen und Drohungen dulden wir nicht.',
    unwanted:
      'Schick Nachbarn keine Werbung und schreib nicht weiter, wenn jemand nicht antworten will. Die Nachrichten sind dafür da, Dinge auszuleihen.',
  },
  en: {
    money: 'Please ask neighbours for neither money nor passwords. Lending is free here.',
    rude: 'Please write in a friendly way. We do not tolerate insults and threats.',
    unwanted:
      'Please send neighbours no advertising, and do not go on writing to somebody who does not want to answer. Messages are there for lending things.',
  },
  fr: {
    money: 'Ne demandez à vos voisins ni argent ni mots de passe. Ici, les prêts sont gratuits.',
    rude: 'Merci d’écrire avec courtoisie. Nous ne tolérons ni insultes ni menaces.',
    unwanted:
      'N’envoyez pas de publicité à vos voisins et n’insistez pas si quelqu’un ne veut pas répondre. Les messages servent à prêter des objets.',
  },
}
