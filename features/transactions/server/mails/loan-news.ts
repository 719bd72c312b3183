import type { Language } from '#platform/shared/languages.ts'
import type { LoanReason } from '../../loan-steps.ts'

/** What happened, as it concerns whoever is told: */
export type LoanNews =
  /** The lender said yes, or the borrower agreed to the lender's days: to the borrower. */
  | 'accepted'
  /** The borrower agreed to the lender's days: to the lender's side. */
  | 'agreed'
  /** The lender's side said yes: to itself, for the calendar. */
  | 'promised'
  | 'declined'
  | 'withdrawn'
  | 'proposed'
  | 'returned'
  /** It did not come back after all: that was pressed by mistake. */
  | 'returnUndone'
  /** The other side said thank you after the return; what it wrote is quoted. */
  | 'thanked'
  | 'lentElsewhere'
  /** What was promised is over, since the conversation was closed: to the side that did not. */
  | 'closed'
  /** The other side deleted its account, which ends what was asked or promised: */
  | 'borrowerLeft'
  | 'lenderLeft'
  /** The other side deleted its account while the thing is out: the borrower's has it, or whose it is. */
  | 'borrowerLeftWithIt'
  | 'lenderLeftIt'
  /** Nobody answered, or nothing came of it: to the borrower. */
  | 'expired'
  /** It was promised without a day for the return, and not fetched: to both. */
  | 'notFetched'

export interface Said {
  /** The other side, as the receiver may know it. */
  otherName: string
  /** Name of the item in the receiver's language. */
  item: string
  reason: LoanReason | null
  /** In words and in the receiver's language: when it is fetched, or the other days. */
  when: string | null
  /** The day on which it is to be back, in words. */
  until: string | null
  /** Where no such day was said, the last one on which it can be fetched; missing in mails of an earlier version. */
  standsUntil?: string | null
}

type Sentences = Record<LoanNews, (said: Said) => { subject: string; body: string[] }>
type Reasons = Partial<Record<LoanReason, string>>

const given = (...lines: (string | false | null | undefined)[]): string[] =>
  lines.filter((line): line is string => Boolean(line))

const reasonsDe: Reasons = {
  lent: 'Es ist gerade ausgeliehen.',
  away: 'In dieser Zeit ist niemand da.',
  broken: 'Es ist kaputt.',
  gone: 'Das gibt es dort nicht mehr.',
}
const de: Sentences = {
  accepted: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Ja: «${item}» von ${otherName}`,
    body: given(
      `${otherName} leiht dir «${item}».`,
      when && `Abholen: ${when}.`,
      until && `Zurückbringen: bis ${until}.`,
      standsUntil && `Die Zusage gilt bis ${standsUntil}.`,
      'Die genaue Adresse steht in der Unterhaltung.',
    ),
  }),
  agreed: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Abgemacht: «${item}» für ${otherName}`,
    body: given(
      `${otherName} nimmt deinen Vorschlag für «${item}» an.`,
      when && `Abholen: ${when}.`,
      until && `Zurück: bis ${until}.`,
      standsUntil && `Die Zusage gilt bis ${standsUntil}.`,
    ),
  }),
  promised: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Zugesagt: «${item}» für ${otherName}`,
    body: given(
      `${otherName} darf «${item}» abholen und sieht jetzt die Adresse.`,
      when && `Abholen: ${when}.`,
      until && `Zurück: bis ${until}.`,
      standsUntil && `Die Zusage gilt bis ${standsUntil}.`,
      'Wenn etwas dazwischenkommt, schreibe es in die Unterhaltung.',
    ),
  }),
  declined: ({ otherName, item, reason }) => ({
    subject: `«${item}» klappt dieses Mal nicht`,
    body: given(
      `${otherName} kann dir «${item}» nicht leihen.`,
      reason && reasonsDe[reason],
      'In der Unterhaltung siehst du, wer das in der Nähe auch noch leiht.',
    ),
  }),
  withdrawn: ({ otherName, item }) => ({
    subject: `«${item}» wird nicht mehr gebraucht`,
    body: [`${otherName} braucht «${item}» nicht mehr. Du musst nichts weiter tun.`],
  }),
  proposed: ({ otherName, item, when }) => ({
    subject: `Ein anderer Tag für «${item}»`,
    body: given(
      `${otherName} schlägt für «${item}» einen anderen Tag vor.`,
      when && `Vorschlag: ${when}.`,
    ),
  }),
  returned: ({ otherName, item }) => ({
    subject: `«${item}» ist zurück`,
    body: [`${otherName} hat eingetragen, dass «${item}» zurück ist. Magst du kurz Danke sagen?`],
  }),
  returnUndone: ({ otherName, item }) => ({
    subject: `Doch nicht zurück: «${item}»`,
    body: [`${otherName} hat sich vertan: «${item}» ist noch ausgeliehen.`],
  }),
  thanked: ({ otherName, item }) => ({
    subject: `${otherName} sagt Danke für «${item}»`,
    body: [`${otherName} bedankt sich bei dir. So macht Ausleihen Freude!`],
  }),
  lentElsewhere: ({ otherName, item }) => ({
    subject: `«${item}» ist gefunden`,
    body: [
      `${otherName} hatte mehrere Nachbarn nach «${item}» gefragt, und jemand war schneller. Danke, dass du es leihen würdest! Du musst nichts weiter tun.`,
    ],
  }),
  borrowerLeft: ({ otherName, item }) => ({
    subject: `«${item}»: ${otherName} ist nicht mehr da`,
    body: [
      `${otherName} hat das Konto gelöscht. Die Anfrage nach «${item}» ist damit beendet, du musst nichts weiter tun.`,
    ],
  }),
  lenderLeft: ({ otherName, item, when }) => ({
    subject: `«${item}»: ${otherName} ist nicht mehr da`,
    body: given(
      `${otherName} hat das Konto gelöscht und leiht dir «${item}» deshalb nicht.`,
      when && `Bitte geh nicht hin: ${when} wird nichts übergeben.`,
      'In der Unterhaltung siehst du, wer das in der Nähe auch noch leiht.',
    ),
  }),
  borrowerLeftWithIt: ({ otherName, item }) => ({
    subject: `«${item}» ist noch bei ${otherName}, das Konto ist gelöscht`,
    body: [
      `${otherName} hat das Konto gelöscht, bevor «${item}» als zurückgebracht eingetragen wurde.`,
      'Ist es wieder bei dir, trage das in der Unterhaltung ein. Dann kannst du es wieder verleihen.',
    ],
  }),
  lenderLeftIt: ({ otherName, item }) => ({
    subject: `«${item}» von ${otherName}: Das Konto ist gelöscht`,
    body: [
      `${otherName} hat das Konto gelöscht. Bring «${item}» bitte trotzdem zurück, wo du es geholt hast.`,
      'Trage danach in der Unterhaltung ein, dass es zurück ist.',
    ],
  }),
  expired: ({ otherName, item }) => ({
    subject: `Noch kein Ja für «${item}»`,
    body: [
      `Deine Anfrage nach «${item}» bei ${otherName} ist abgelaufen, weil kein Ja gekommen ist. Das liegt nicht an dir: Vielleicht ist gerade niemand da.`,
      'Frage am besten die Nächsten in deiner Nähe. Kommt doch noch ein Ja, sagen wir es dir.',
    ],
  }),
  closed: ({ item, when }) => ({
    subject: `«${item}»: es wird nichts ausgeliehen`,
    body: given(
      `Die Unterhaltung über «${item}» ist geschlossen. Das Ausleihen findet nicht statt.`,
      when && `Bitte geh nicht hin: ${when} wird nichts übergeben.`,
    ),
  }),
  notFetched: ({ otherName, item }) => ({
    subject: `«${item}»: nicht abgeholt`,
    body: [
      `«${item}» wurde in zwei Wochen nicht abgeholt. Die Zusage zwischen dir und ${otherName} ist deshalb zu Ende.`,
      'Wenn es doch noch klappen soll, schreibt euch in der Unterhaltung.',
    ],
  }),
}

const reasonsEn: Reasons = {
  lent: 'It is lent to somebody else right now.',
  away: 'Nobody is there at that time.',
  broken: 'It is broken.',
  gone: 'It is not there any more.',
}
const en: Sentences = {
  accepted: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Yes: “${item}” from ${otherName}`,
    body: given(
      `${otherName} lends you “${item}”.`,
      when && `Fetch it: ${when}.`,
      until && `Bring it back: by ${until}.`,
      standsUntil && `The promise stands until ${standsUntil}.`,
      'The exact address stands in the conversation.',
    ),
  }),
  agreed: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Agreed: “${item}” for ${otherName}`,
    body: given(
      `${otherName} agrees to the days that you suggested for “${item}”.`,
      when && `Fetched: ${when}.`,
      until && `Back: by ${until}.`,
      standsUntil && `The promise stands until ${standsUntil}.`,
    ),
  }),
  promised: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Promised: “${item}” for ${otherName}`,
    body: given(
      `${otherName} may fetch “${item}” and sees the address now.`,
      when && `Fetched: ${when}.`,
      until && `Back: by ${until}.`,
      standsUntil && `The promise stands until ${standsUntil}.`,
      'If anything comes in the way, say so in the conversation.',
    ),
  }),
  declined: ({ otherName, item, reason }) => ({
    subject: `“${item}” does not work out this time`,
    body: given(
      `${otherName} cannot lend you “${item}”.`,
      reason && reasonsEn[reason],
      'The conversation shows who else nearby lends one.',
    ),
  }),
  withdrawn: ({ otherName, item }) => ({
    subject: `“${item}” is no longer needed`,
    body: [`${otherName} no longer needs “${item}”. There is nothing left to do for you.`],
  }),
  proposed: ({ otherName, item, when }) => ({
    subject: `Another day for “${item}”`,
    body: given(`${otherName} suggests another day for “${item}”.`, when && `Suggestion: ${when}.`),
  }),
  returned: ({ otherName, item }) => ({
    subject: `“${item}” is back`,
    body: [`${otherName} noted that “${item}” is back. Would you like to say thank you?`],
  }),
  returnUndone: ({ otherName, item }) => ({
    subject: `Not back after all: “${item}”`,
    body: [`${otherName} pressed the wrong button: “${item}” is still lent.`],
  }),
  thanked: ({ otherName, item }) => ({
    subject: `${otherName} says thank you for “${item}”`,
    body: [`${otherName} thanks you. That is what makes lending a pleasure!`],
  }),
  lentElsewhere: ({ otherName, item }) => ({
    subject: `“${item}” was found`,
    body: [
      `${otherName} had asked several neighbours for “${item}”, and somebody was quicker. Thank you for being ready to lend it! There is nothing left to do for you.`,
    ],
  }),
  borrowerLeft: ({ otherName, item }) => ({
    subject: `“${item}”: ${otherName} has left`,
    body: [
      `${otherName} has deleted the account. That ends the request for “${item}”: there is nothing left to do for you.`,
    ],
  }),
  lenderLeft: ({ otherName, item, when }) => ({
    subject: `“${item}”: ${otherName} has left`,
    body: given(
      `${otherName} has deleted the account and will not lend you “${item}”.`,
      when && `Please do not go there: nothing is handed over on ${when}.`,
      'The conversation shows who else nearby lends one.',
    ),
  }),
  borrowerLeftWithIt: ({ otherName, item }) => ({
    subject: `“${item}” is still with ${otherName}, whose account is gone`,
    body: [
      `${otherName} deleted the account before “${item}” was noted as brought back.`,
      'Once you have it back, note that in the conversation. Then you can lend it again.',
    ],
  }),
  lenderLeftIt: ({ otherName, item }) => ({
    subject: `“${item}” from ${otherName}, whose account is gone`,
    body: [
      `${otherName} has deleted the account. Please bring “${item}” back all the same, to where you fetched it.`,
      'Then note in the conversation that it is back.',
    ],
  }),
  expired: ({ otherName, item }) => ({
    subject: `No yes yet for “${item}”`,
    body: [
      `What you asked ${otherName} for, “${item}”, has expired, as no yes came. It is not about you: perhaps nobody is there right now.`,
      'Best ask the next ones near you. Should a yes come after all, we will tell you.',
    ],
  }),
  closed: ({ item, when }) => ({
    subject: `“${item}”: nothing is lent`,
    body: given(
      `The conversation about “${item}” is closed. The lending does not take place.`,
      when && `Please do not go there: nothing is handed over on ${when}.`,
    ),
  }),
  notFetched: ({ otherName, item }) => ({
    subject: `“${item}”: not fetched`,
    body: [
      `“${item}” was not fetched within two weeks. So the promise between you and ${otherName} has ended.`,
      'If it should work out after all, write in the conversation.',
    ],
  }),
}

const reasonsFr: Reasons = {
  lent: 'L’objet est déjà prêté.',
  away: 'Personne n’est là à ce moment.',
  broken: 'L’objet est cassé.',
  gone: 'L’objet n’est plus là.',
}
const fr: Sentences = {
  accepted: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Oui : « ${item} » de ${otherName}`,
    body: given(
      `${otherName} vous prête « ${item} ».`,
      when && `À venir chercher : ${when}.`,
      until && `À rapporter : jusqu’au ${until}.`,
      standsUntil && `La promesse vaut jusqu’au ${standsUntil}.`,
      'L’adresse exacte se trouve dans la conversation.',
    ),
  }),
  agreed: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `C’est convenu : « ${item} » pour ${otherName}`,
    body: given(
      `${otherName} accepte les jours que vous avez proposés pour « ${item} ».`,
      when && `Remise : ${when}.`,
      until && `Retour : jusqu’au ${until}.`,
      standsUntil && `La promesse vaut jusqu’au ${standsUntil}.`,
    ),
  }),
  promised: ({ otherName, item, when, until, standsUntil }) => ({
    subject: `Promis : « ${item} » pour ${otherName}`,
    body: given(
      `${otherName} peut venir chercher « ${item} » et voit maintenant l’adresse.`,
      when && `Remise : ${when}.`,
      until && `Retour : jusqu’au ${until}.`,
      standsUntil && `La promesse vaut jusqu’au ${standsUntil}.`,
      'En cas d’empêchement, écrivez-le dans la conversation.',
    ),
  }),
  declined: ({ otherName, item, reason }) => ({
    subject: `« ${item} » : pas possible cette fois`,
    body: given(
      `${otherName} ne peut pas vous prêter « ${item} ».`,
      reason && reasonsFr[reason],
      'La conversation montre qui d’autre le prête près de chez vous.',
    ),
  }),
  withdrawn: ({ otherName, item }) => ({
    subject: `« ${item} » n’est plus nécessaire`,
    body: [`${otherName} n’a plus besoin de « ${item} ». Vous n’avez plus rien à faire.`],
  }),
  proposed: ({ otherName, item, when }) => ({
    subject: `Un autre jour pour « ${item} »`,
    body: given(
      `${otherName} propose un autre jour pour « ${item} ».`,
      when && `Proposition : ${when}.`,
    ),
  }),
  returned: ({ otherName, item }) => ({
    subject: `« ${item} » est de retour`,
    body: [`${otherName} a noté que « ${item} » est de retour. Voulez-vous dire merci ?`],
  }),
  returnUndone: ({ otherName, item }) => ({
    subject: `Pas encore de retour : « ${item} »`,
    body: [`${otherName} s’est trompé de bouton : « ${item} » est encore en prêt.`],
  }),
  thanked: ({ otherName, item }) => ({
    subject: `${otherName} vous dit merci pour « ${item} »`,
    body: [`${otherName} vous remercie. C’est ce qui fait le plaisir de prêter !`],
  }),
  lentElsewhere: ({ otherName, item }) => ({
    subject: `« ${item} » est trouvé`,
    body: [
      `${otherName} avait demandé « ${item} » à plusieurs voisins, et quelqu’un a été plus rapide. Merci d’avoir été prêt à le prêter ! Vous n’avez plus rien à faire.`,
    ],
  }),
  borrowerLeft: ({ otherName, item }) => ({
    subject: `« ${item} » : ${otherName} n’est plus là`,
    body: [
      `${otherName} a supprimé son compte. La demande de « ${item} » est donc terminée, vous n’avez plus rien à faire.`,
    ],
  }),
  lenderLeft: ({ otherName, item, when }) => ({
    subject: `« ${item} » : ${otherName} n’est plus là`,
    body: given(
      `${otherName} a supprimé son compte et ne vous prêtera donc pas « ${item} ».`,
      when && `Merci de ne pas vous déplacer : rien ne sera remis (${when}).`,
      'La conversation montre qui d’autre le prête près de chez vous.',
    ),
  }),
  borrowerLeftWithIt: ({ otherName, item }) => ({
    subject: `« ${item} » est encore chez ${otherName}, le compte est supprimé`,
    body: [
      `${otherName} a supprimé son compte avant que « ${item} » soit noté comme rendu.`,
      'Quand vous l’aurez récupéré, notez-le dans la conversation. Vous pourrez alors le prêter à nouveau.',
    ],
  }),
  lenderLeftIt: ({ otherName, item }) => ({
    subject: `« ${item} » de ${otherName} : le compte est supprimé`,
    body: [
      `${otherName} a supprimé son compte. Merci de rapporter quand même « ${item} » là où vous l’avez cherché.`,
      'Notez ensuite dans la conversation que c’est rendu.',
    ],
  }),
  expired: ({ otherName, item }) => ({
    subject: `Pas encore de oui pour « ${item} »`,
    body: [
      `Votre demande de « ${item} » à ${otherName} a expiré, faute de oui. Vous n’y êtes pour rien : peut-être que personne n’est là en ce moment.`,
      'Demandez plutôt aux suivants près de chez vous. Si un oui arrive quand même, nous vous le dirons.',
    ],
  }),
  closed: ({ item, when }) => ({
    subject: `« ${item} » : le prêt n’a pas lieu`,
    body: given(
      `La conversation au sujet de « ${item} » est fermée. Le prêt n’a pas lieu.`,
      when && `Merci de ne pas vous déplacer : rien ne sera remis (${when}).`,
    ),
  }),
  notFetched: ({ otherName, item }) => ({
    subject: `« ${item} » : pas venu chercher`,
    body: [
      `Personne n’est venu chercher « ${item} » en deux semaines. La promesse entre vous et ${otherName} prend donc fin.`,
      'Si cela doit quand même se faire, écrivez-vous dans la conversation.',
    ],
  }),
}

/** What a change of a loan is told with. */
export const LOAN_NEWS: Record<Language, Sentences> = { de, en, fr }
