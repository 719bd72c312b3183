import { defineMail } from '#platform/server/mail/mail-template.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { paths } from '#platform/shared/paths.ts'

export interface WishAnswer {
  wishId: string
  item: string
  /** The nearest first; only what the public map says of them. */
  letterboxes: { id: string; address: string; postcode: string; city: string; metres: number }[]
  endUrl: string
}

/** The wish's spot is only roughly known, and so is the distance. */
function roughly(metres: number, lang: Language): string {
  const near = metres < 950
  return new Intl.NumberFormat(LOCALES[lang], {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: 1,
  }).format(near ? Math.max(100, Math.round(metres / 100) * 100) : metres / 1000)
}

/** One line for each letterbox. */
function lines({ letterboxes }: WishAnswer, lang: Language): string {
  return letterboxes
    .map(
      ({ address, postcode, city, metres }) =>
        `${address}, ${postcode} ${city} (${roughly(metres, lang)})`,
    )
    .join('\n')
}

/** The page of the nearest letterbox, on the same site as the other link. */
function nearestUrl({ letterboxes, endUrl }: WishAnswer): string {
  return new URL(paths.letterbox(letterboxes[0]?.id ?? ''), endUrl).href
}

/** Somebody near lends what was wished for. */
export const wishAnswered = defineMail<WishAnswer>('wishAnswered', {
  de: (content, brand) => ({
    subject: `Gefunden in deiner Nähe: ${content.item}`,
    preview: 'Jemand in deiner Nähe verleiht, was du gesucht hast.',
    heading: 'Dein Wunsch ist in Reichweite',
    greeting: 'Hallo',
    body: [
      content.letterboxes.length === 1
        ? `In deiner Nähe verleiht das jetzt jemand: ${content.item}.`
        : `In deiner Nähe verleihen das jetzt mehrere: ${content.item}.`,
    ],
    quote: lines(content, 'de'),
    buttons: [
      {
        label: content.letterboxes.length === 1 ? 'Briefkasten ansehen' : 'Den nächsten ansehen',
        url: nearestUrl(content),
      },
      { label: 'Gefunden, Wunsch beenden', url: content.endUrl },
    ],
    note: 'Mit dem zweiten Knopf bekommst du zu diesem Wunsch keine E-Mails mehr. Sonst halten wir weiter Ausschau, höchstens eine E-Mail am Tag.',
    footer: `Du bekommst diese E-Mail, weil du dir das bei ${brand} gewünscht hast.`,
  }),
  en: (content, brand) => ({
    subject: `Found near you: ${content.item}`,
    preview: 'Somebody near you lends what you were looking for.',
    heading: 'Your wish is within reach',
    greeting: 'Hello',
    body: [
      content.letterboxes.length === 1
        ? `Somebody near you lends this now: ${content.item}.`
        : `Several neighbours lend this now: ${content.item}.`,
    ],
    quote: lines(content, 'en'),
    buttons: [
      {
        label: content.letterboxes.length === 1 ? 'See the letterbox' : 'See the nearest one',
        url: nearestUrl(content),
      },
      { label: 'Found it, end my wish', url: content.endUrl },
    ],
    note: 'The second button also stops the e-mails about this wish. Otherwise we keep looking, with one e-mail a day at most.',
    footer: `You are getting this e-mail because you wished for it at ${brand}.`,
  }),
  fr: (content, brand) => ({
    subject: `Trouvé près de chez vous : ${content.item}`,
    preview: 'Quelqu’un près de chez vous prête ce que vous cherchiez.',
    heading: 'Votre souhait est à portée de main',
    greeting: 'Bonjour',
    body: [
      content.letterboxes.length === 1
        ? `Quelqu’un près de chez vous prête maintenant ceci : ${content.item}.`
        : `Plusieurs personnes près de chez vous prêtent maintenant ceci : ${content.item}.`,
    ],
    quote: lines(content, 'fr'),
    buttons: [
      {
        label:
          content.letterboxes.length === 1 ? 'Voir la boîte aux lettres' : 'Voir la plus proche',
        url: nearestUrl(content),
      },
      { label: 'Trouvé, terminer mon souhait', url: content.endUrl },
    ],
    note: 'Le second bouton arrête aussi les e-mails à ce sujet. Sinon, nous continuons à chercher, avec un e-mail par jour au plus.',
    footer: `Vous recevez cet e-mail parce que vous l’avez souhaité sur ${brand}.`,
  }),
})
