import { defineMail, type MailTexts } from '#platform/server/mail/mail-template.ts'
import type { Language } from '#platform/shared/languages.ts'
import type { LoanSide } from '../../loan-steps.ts'
import type { MessageWarning } from '../../message-warnings.ts'
import { type Asking, askingParts } from './answer-buttons.ts'
import { asLine, nameOrSomebody } from './somebody.ts'
import { warnedQuote } from './warned-quote.ts'

/** What somebody is reminded of. */
export type Reminder =
  | 'unanswered'
  | 'handover'
  | 'openEnd'
  | 'returnSoon'
  | 'returnLate'
  /** Whoever was asked is on holiday and has not answered. Who, and until when, is told to no stranger: it is hidden. */
  | 'away'

export interface LoanReminder {
  firstname: string
  reminder: Reminder
  /** Of the receiver. */
  side: LoanSide
  /** The other side, as the receiver may know it; null where it shows no name. */
  otherName: string | null
  /** Name of the item in the receiver's language. */
  item: string
  /** In words and in the receiver's language: when it is fetched. */
  when: string | null
  /** The day on which it is to be back, or the last one of a promise without such a day, in words. */
  until: string | null
  /** What was asked, of a request. */
  text: string | null
  warnings: readonly MessageWarning[]
  url: string
  /** Of a request that waits for an answer. */
  asking?: Asking
  /** By it the mail is looked at again when it is sent. */
  about: { user_id: string; transaction_id: string; at: string }
}

type Sentences = (said: LoanReminder & { otherName: string }) => { subject: string; body: string[] }

interface Words extends Record<Reminder, Sentences> {
  greeting: (firstname: string) => string
  open: string
  note: string
  footer: (brand: string) => string
}

const WORDS: Record<Language, Words> = {
  de: {
    unanswered: ({ otherName, item }) => ({
      subject: `${otherName} wartet auf deine Antwort wegen «${item}»`,
      body: [
        `${otherName} hat dich nach «${item}» gefragt und noch nichts gehört. Ein Nein ist genauso willkommen wie ein Ja: Hauptsache, ${otherName} weiss Bescheid.`,
      ],
    }),
    handover: ({ side, otherName, item, when }) => ({
      subject: side === 'borrower' ? `Morgen abholen: «${item}»` : `«${item}» wird abgeholt`,
      body: [
        side === 'borrower'
          ? `Du holst «${item}» bei ${otherName} ab: ${when}. Die Adresse steht in der Unterhaltung.`
          : `${otherName} holt «${item}» bei dir ab: ${when}.`,
      ],
    }),
    openEnd: ({ side, otherName, item, until }) => ({
      subject:
        side === 'borrower' ? `Holst du «${item}» noch ab?` : `«${item}» ist noch nicht abgeholt`,
      body: [
        side === 'borrower'
          ? `Die Zusage von ${otherName} für «${item}» gilt bis ${until}. Macht in der Unterhaltung einen Tag ab, sonst endet sie dann von selbst.`
          : `Deine Zusage für «${item}» an ${otherName} gilt bis ${until}. Macht in der Unterhaltung einen Tag ab, sonst endet sie dann von selbst.`,
      ],
    }),
    returnSoon: ({ otherName, item, until }) => ({
      subject: `«${item}» bald zurückbringen`,
      body: [
        `Bring «${item}» bitte bis ${until} zu ${otherName} zurück. Brauchst du es länger? Frage in der Unterhaltung.`,
      ],
    }),
    returnLate: ({ otherName, item, until }) => ({
      subject: `Ist «${item}» schon zurück?`,
      body: [
        `Bis ${until} sollte «${item}» wieder bei ${otherName} sein. Ist es zurück, trage das in der Unterhaltung ein; sonst sage kurz, wann du es bringst.`,
      ],
    }),
    away: ({ item }) => ({
      subject: `Deine Anfrage nach «${item}»: Die Antwort braucht länger`,
      body: [
        `Wer «${item}» verleiht, ist für eine Weile weg. Deine Anfrage bleibt bestehen, die Antwort kann aber länger dauern als sonst.`,
        `Brauchst du «${item}» bald? Dann frage auch andere in deiner Nähe.`,
      ],
    }),
    greeting: (firstname) => `Hallo ${firstname}`,
    open: 'Zur Unterhaltung',
    note: 'Der erste Link, den du öffnest, meldet dich einmal an, während 7 Tagen. Gib diese E-Mail nicht weiter. Wir fragen nie nach Geld oder Codes.',
    footer: (brand) => `Du bekommst diese E-Mail, weil du bei ${brand} ausleihst oder verleihst.`,
  },
  en: {
    unanswered: ({ otherName, item }) => ({
      subject: `${otherName} waits for your answer about “${item}”`,
      body: [
        `${otherName} asked you for “${item}” and has not heard anything yet. A no is as welcome as a yes: what matters is that ${otherName} knows.`,
      ],
    }),
    handover: ({ side, otherName, item, when }) => ({
      subject: side === 'borrower' ? `Fetch “${item}” tomorrow` : `“${item}” is fetched tomorrow`,
      body: [
        side === 'borrower'
          ? `You fetch “${item}” from ${otherName}: ${when}. The address stands in the conversation.`
          : `${otherName} fetches “${item}” from you: ${when}.`,
      ],
    }),
    openEnd: ({ side, otherName, item, until }) => ({
      subject:
        side === 'borrower'
          ? `Will you still fetch “${item}”?`
          : `“${item}” has not been fetched yet`,
      body: [
        side === 'borrower'
          ? `What ${otherName} promised you, “${item}”, stands until ${until}. Agree on a day in the conversation, or it ends by itself then.`
          : `What you promised ${otherName}, “${item}”, stands until ${until}. Agree on a day in the conversation, or it ends by itself then.`,
      ],
    }),
    returnSoon: ({ otherName, item, until }) => ({
      subject: `Time to bring “${item}” back`,
      body: [
        `Please bring “${item}” back to ${otherName} by ${until}. Do you need it for longer? Ask in the conversation.`,
      ],
    }),
    returnLate: ({ otherName, item, until }) => ({
      subject: `Is “${item}” back yet?`,
      body: [
        `“${item}” should have been back with ${otherName} by ${until}. If it is, note that in the conversation; if not, say when you will bring it.`,
      ],
    }),
    away: ({ item }) => ({
      subject: `Your request for “${item}”: the answer takes longer`,
      body: [
        `Whoever lends “${item}” is away for a while. Your request stays, but the answer may take longer than usual.`,
        `Do you need “${item}” soon? Then ask others near you, too.`,
      ],
    }),
    greeting: (firstname) => `Hello ${firstname}`,
    open: 'Open the conversation',
    note: 'The first link that you open logs you in once, within 7 days. Please do not pass this e-mail on. We never ask for money or codes.',
    footer: (brand) => `You are getting this e-mail because you borrow or lend at ${brand}.`,
  },
  fr: {
    unanswered: ({ otherName, item }) => ({
      subject: `${otherName} attend votre réponse au sujet de « ${item} »`,
      body: [
        `${otherName} vous a demandé « ${item} » et n’a encore rien reçu. Un non est aussi bienvenu qu’un oui : l’essentiel est que ${otherName} soit au courant.`,
      ],
    }),
    handover: ({ side, otherName, item, when }) => ({
      subject:
        side === 'borrower' ? `À chercher demain : « ${item} »` : `On vient chercher « ${item} »`,
      body: [
        side === 'borrower'
          ? `Vous allez chercher « ${item} » chez ${otherName} : ${when}. L’adresse se trouve dans la conversation.`
          : `${otherName} vient chercher « ${item} » chez vous : ${when}.`,
      ],
    }),
    openEnd: ({ side, otherName, item, until }) => ({
      subject:
        side === 'borrower'
          ? `Viendrez-vous chercher « ${item} » ?`
          : `« ${item} » n’a pas encore été cherché`,
      body: [
        side === 'borrower'
          ? `La promesse de ${otherName} pour « ${item} » vaut jusqu’au ${until}. Convenez d’un jour dans la conversation, sinon elle prendra fin d’elle-même.`
          : `Votre promesse à ${otherName} pour « ${item} » vaut jusqu’au ${until}. Convenez d’un jour dans la conversation, sinon elle prendra fin d’elle-même.`,
      ],
    }),
    returnSoon: ({ otherName, item, until }) => ({
      subject: `« ${item} » : bientôt à rendre`,
      body: [
        `Merci de rapporter « ${item} » à ${otherName} jusqu’au ${until}. Vous en avez besoin plus longtemps ? Demandez dans la conversation.`,
      ],
    }),
    returnLate: ({ otherName, item, until }) => ({
      subject: `« ${item} » est-il déjà de retour ?`,
      body: [
        `« ${item} » devait être de retour chez ${otherName} le ${until}. Si c’est fait, notez-le dans la conversation ; sinon, dites quand vous le rapporterez.`,
      ],
    }),
    away: ({ item }) => ({
      subject: `Votre demande de « ${item} » : la réponse tardera`,
      body: [
        `La personne qui prête « ${item} » est absente pour quelque temps. Votre demande reste valable, mais la réponse peut tarder.`,
        `Avez-vous bientôt besoin de « ${item} » ? Demandez aussi à d’autres près de chez vous.`,
      ],
    }),
    greeting: (firstname) => `Bonjour ${firstname}`,
    open: 'Ouvrir la conversation',
    note: 'Le premier lien ouvert vous connecte une seule fois, pendant 7 jours. Ne transmettez pas cet e-mail. Nous ne demandons jamais d’argent ni de codes.',
    footer: (brand) => `Vous recevez cet e-mail parce que vous empruntez ou prêtez sur ${brand}.`,
  },
}

const textsIn =
  (lang: Language) =>
  (content: LoanReminder, brand: string): MailTexts => {
    const words = WORDS[lang]
    const { firstname, reminder, text, warnings, asking, url } = content
    const said = { ...content, otherName: nameOrSomebody(content.otherName, lang) }
    const sentences = words[reminder](said)
    const subject = asLine(sentences.subject, lang)
    const body = sentences.body.map((line) => asLine(line, lang))
    return {
      subject,
      preview: body[0] ?? subject,
      heading: subject,
      greeting: words.greeting(firstname),
      body,
      ...(text && warnedQuote(text, warnings, lang)),
      ...(asking ? askingParts(lang, asking, url) : { buttons: [{ label: words.open, url }] }),
      note: words.note,
      footer: words.footer(brand),
    }
  }

/** Reminds of a request, a hand-over or a return. */
export const loanReminder = defineMail<LoanReminder>('loanReminder', {
  de: textsIn('de'),
  en: textsIn('en'),
  fr: textsIn('fr'),
})
