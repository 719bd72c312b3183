import { defineMail } from '#platform/server/mail/mail-template.ts'

interface Content {
  /** As a member of the staff wrote it; never their name or address. */
  text: string
  about: 'report' | 'feedback'
  /** What is answered. */
  wrote: string
  /** Of the letterbox that was reported. */
  url?: string
}

const paragraphs = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** To whoever reported a letterbox or gave feedback: what those who run the community say to it. */
export const staffAnswer = defineMail<Content>('staffAnswer', {
  de: ({ text, about, wrote, url }, brand) => ({
    subject:
      about === 'report'
        ? `${brand}: Antwort auf deine Meldung`
        : `${brand}: Antwort auf dein Feedback`,
    preview: text.slice(0, 120),
    heading: 'Eine Antwort für dich',
    greeting: 'Hallo',
    body: [...paragraphs(text), 'Das hast du uns geschrieben:'],
    quote: wrote,
    buttons: url ? [{ label: 'Briefkasten ansehen', url }] : [],
    footer:
      about === 'report'
        ? `Du bekommst diese E-Mail, weil jemand mit deiner Adresse bei ${brand} etwas gemeldet hat.`
        : `Du bekommst diese E-Mail, weil du ${brand} Feedback gegeben hast.`,
  }),
  en: ({ text, about, wrote, url }, brand) => ({
    subject:
      about === 'report'
        ? `${brand}: an answer to your report`
        : `${brand}: an answer to your feedback`,
    preview: text.slice(0, 120),
    heading: 'An answer for you',
    greeting: 'Hello',
    body: [...paragraphs(text), 'This is what you wrote to us:'],
    quote: wrote,
    buttons: url ? [{ label: 'See the letterbox', url }] : [],
    footer:
      about === 'report'
        ? `You are getting this e-mail because somebody with your address reported something to ${brand}.`
        : `You are getting this e-mail because you gave ${brand} feedback.`,
  }),
  fr: ({ text, about, wrote, url }, brand) => ({
    subject:
      about === 'report'
        ? `${brand} : réponse à votre signalement`
        : `${brand} : réponse à votre message`,
    preview: text.slice(0, 120),
    heading: 'Une réponse pour vous',
    greeting: 'Bonjour',
    body: [...paragraphs(text), 'Voici ce que vous nous avez écrit :'],
    quote: wrote,
    buttons: url ? [{ label: 'Voir la boîte aux lettres', url }] : [],
    footer:
      about === 'report'
        ? `Vous recevez cet e-mail car quelqu’un a signalé un problème à ${brand} avec votre adresse.`
        : `Vous recevez cet e-mail car vous avez écrit à ${brand}.`,
  }),
})
