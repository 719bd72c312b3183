import type { Language } from '#platform/shared/languages.ts'

interface PageTexts {
  /** One sentence that says what this is: for search engines, and while the app loads. */
  description: string
  /** For browsers that run no scripts. */
  noScript: string
  /** Names of what a letterbox lends, and how many more there are, in a place. */
  letterboxTitle: (items: string[], more: number, city: string) => string
  letterboxDescription: string
}

export const PAGE_TEXTS: Record<Language, PageTexts> = {
  de: {
    description:
      'Nachbarn leihen dir, was auf ihrem Briefkasten klebt: auf der Karte finden, fragen, ausleihen.',
    noScript: 'Die Karte braucht JavaScript. Bitte schalte es im Browser ein.',
    letterboxTitle: (items, more, city) =>
      items.length === 0
        ? `Ein Briefkasten in ${city}`
        : `${items.join(', ')}${more > 0 ? ` und ${more} weitere` : ''} in ${city}`,
    letterboxDescription:
      'Was auf diesem Briefkasten klebt, wird verliehen. Ansehen, fragen, abholen.',
  },
  en: {
    description:
      'Neighbours lend you what is stuck on their letterbox: find it on the map, ask for it, borrow it.',
    noScript: 'The map needs JavaScript. Please switch it on in your browser.',
    letterboxTitle: (items, more, city) =>
      items.length === 0
        ? `A letterbox in ${city}`
        : `${items.join(', ')}${more > 0 ? ` and ${more} more` : ''} in ${city}`,
    letterboxDescription: 'What is stuck on this letterbox can be borrowed. Look, ask, fetch it.',
  },
  fr: {
    description:
      'Votre voisinage vous prête ce qui est collé sur ses boîtes aux lettres : trouvez un objet, demandez-le, empruntez-le.',
    noScript: 'La carte a besoin de JavaScript. Veuillez l’activer dans votre navigateur.',
    letterboxTitle: (items, more, city) =>
      items.length === 0
        ? `Une boîte aux lettres à ${city}`
        : `${items.join(', ')}${more > 0 ? ` et ${more} de plus` : ''} à ${city}`,
    letterboxDescription:
      'Ce qui est collé sur cette boîte aux lettres se prête : regardez, demandez l’objet, passez le prendre.',
  },
}
