import type { Language } from '#platform/shared/languages.ts'

/** Reasons that come up again and again, in the language of whoever is told; each can be changed. */
export const SUSPENSION_REASONS = ['advertising', 'insults', 'fraud', 'notReturned'] as const
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number]

export const REASON_TEXTS: Record<Language, Record<SuspensionReason, string>> = {
  de: {
    advertising:
      'Du hast Nachbarn Werbung geschickt. Die Nachrichten sind dafür da, Dinge auszuleihen.',
    insults: 'Du hast in Nachrichten andere beleidigt oder bedroht. Das dulden wir nicht.',
    fraud:
      'Nachbarn haben gemeldet, dass du Geld oder Zugangsdaten verlangt hast. Bis das geklärt ist, bleibt dein Konto gesperrt.',
    notReturned:
      'Mehrere Nachbarn haben gemeldet, dass Ausgeliehenes nicht zurückgekommen ist. Bitte bring es zurück und melde dich bei uns.',
  },
  en: {
    advertising: 'You have sent advertising to neighbours. Messages are there for lending things.',
    insults: 'You have insulted or threatened others in messages. We do not tolerate that.',
    fraud:
      'Neighbours have reported that you asked for money or passwords. Your account stays suspended until that is settled.',
    notReturned:
      'Several neighbours have reported that things they lent did not come back. Please return them and get in touch with us.',
  },
  fr: {
    advertising:
      'Vous avez envoyé de la publicité à des voisins. Les messages servent à prêter des objets.',
    insults:
      'Vous avez insulté ou menacé d’autres personnes dans vos messages. Nous ne le tolérons pas.',
    fraud:
      'Des voisins ont signalé que vous aviez demandé de l’argent ou des mots de passe. Votre compte reste suspendu jusqu’à ce que ce soit réglé.',
    notReturned:
      'Plusieurs voisins ont signalé que des objets prêtés ne sont pas revenus. Merci de les rapporter et de nous écrire.',
  },
}
