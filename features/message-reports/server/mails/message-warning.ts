import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  firstname: string
  /** As it was typed, in the language of whoever is told. */
  reason: string
}

/** Tells somebody that a message of theirs was reported with good reason. Who reported it stands nowhere. */
export const messageWarning = defineMail<Content>('messageWarning', {
  de: ({ firstname, reason }, brand) => ({
    subject: `Eine Verwarnung von ${brand}`,
    preview: 'Eine deiner Nachrichten wurde gemeldet.',
    heading: 'Eine deiner Nachrichten wurde gemeldet',
    greeting: `Hallo ${firstname}`,
    body: [
      'Wer diese Gemeinschaft betreut, hat die Nachricht angesehen und findet die Meldung berechtigt. An deinem Konto ändert sich nichts; kommt es wieder vor, kann es gesperrt werden.',
      'Das ist der Grund:',
    ],
    quote: reason,
    buttons: [],
    note: 'Siehst du das anders? Dann antworte auf diese E-Mail: Wer diese Gemeinschaft betreut, liest es.',
    footer: 'Du bekommst diese E-Mail, weil sie dein Konto betrifft.',
  }),
  en: ({ firstname, reason }, brand) => ({
    subject: `A warning from ${brand}`,
    preview: 'One of your messages was reported.',
    heading: 'One of your messages was reported',
    greeting: `Hello ${firstname}`,
    body: [
      'Those who look after this community have read the message and find the report justified. Nothing changes about your account; if it happens again, it may be suspended.',
      'This is the reason:',
    ],
    quote: reason,
    buttons: [],
    note: 'Do you see it differently? Then answer this e-mail: those who look after this community read it.',
    footer: 'You get this e-mail because it concerns your account.',
  }),
  fr: ({ firstname, reason }, brand) => ({
    subject: `Un avertissement de ${brand}`,
    preview: 'Un de vos messages a été signalé.',
    heading: 'Un de vos messages a été signalé',
    greeting: `Bonjour ${firstname}`,
    body: [
      'Les personnes qui gèrent cette communauté ont lu le message et jugent le signalement justifié. Rien ne change pour votre compte ; si cela se reproduit, il pourra être suspendu.',
      'Voici la raison :',
    ],
    quote: reason,
    buttons: [],
    note: 'Vous n’êtes pas d’accord ? Répondez à cet e-mail : les personnes qui gèrent cette communauté le liront.',
    footer: 'Vous recevez cet e-mail parce qu’il concerne votre compte.',
  }),
})
