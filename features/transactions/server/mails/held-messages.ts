import { defineMail } from '#platform/server/mail/mail-template.ts'

/** What waits is counted when the mail is sent. */
interface Content {
  count: number
  /** Where they are decided about; missing in what waits since an earlier version. */
  page?: string
}

/** To moderators: messages wait. What they say stands in no mail. */
export const heldMessages = defineMail<Content>('heldMessages', {
  de: ({ count, page }, brand) => ({
    subject:
      count === 1 ? 'Eine Nachricht wartet auf dich' : `${count} Nachrichten warten auf dich`,
    preview: 'Derselbe Text ging an viele Leute.',
    heading: 'Bitte einmal prüfen',
    greeting: 'Hallo',
    body: [
      count === 1
        ? 'Eine Nachricht wird zurückgehalten, weil derselbe Text an viele Leute ging.'
        : `${count} Nachrichten werden zurückgehalten, weil derselbe Text an viele Leute ging.`,
      'Bis du sie freigibst oder verwirfst, sieht sie nur, wer sie geschrieben hat.',
    ],
    buttons: page ? [{ label: 'Nachrichten prüfen', url: page }] : [],
    footer: `Du bekommst diese E-Mail höchstens einmal in der Stunde, weil du ${brand} mit betreust.`,
  }),
  en: ({ count, page }, brand) => ({
    subject: count === 1 ? 'A message waits for you' : `${count} messages wait for you`,
    preview: 'The same text went to many people.',
    heading: 'Please have a look',
    greeting: 'Hello',
    body: [
      count === 1
        ? 'A message is held back, because the same text went to many people.'
        : `${count} messages are held back, because the same text went to many people.`,
      'Until you release or discard it, nobody but its author sees it.',
    ],
    buttons: page ? [{ label: 'Look at the messages', url: page }] : [],
    footer: `You are getting this e-mail at most once an hour, because you help to look after ${brand}.`,
  }),
  fr: ({ count, page }, brand) => ({
    subject: count === 1 ? 'Un message vous attend' : `${count} messages vous attendent`,
    preview: 'Le même texte a été envoyé à beaucoup de monde.',
    heading: 'Merci d’y jeter un œil',
    greeting: 'Bonjour',
    body: [
      count === 1
        ? 'Un message est retenu, car le même texte a été envoyé à beaucoup de monde.'
        : `${count} messages sont retenus, car le même texte a été envoyé à beaucoup de monde.`,
      'Tant que vous ne décidez pas de le laisser passer ou de le rejeter, seule la personne qui l’a écrit le voit.',
    ],
    buttons: page ? [{ label: 'Voir les messages', url: page }] : [],
    footer: `Vous recevez cet e-mail au plus une fois par heure, car vous aidez à gérer ${brand}.`,
  }),
})
