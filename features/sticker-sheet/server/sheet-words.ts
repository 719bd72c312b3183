import type { Language } from '#platform/shared/languages.ts'

interface SheetWords {
  /** Name of the file, without its ending. */
  file: string
  title: string
  scale: string
  cut: string
  ruler: string
  page: (page: number, pages: number) => string
}

/** What a sheet says, with the size of a sticker in millimetres where it is named. */
export const SHEET_WORDS: Record<Language, SheetWords> = {
  de: {
    file: 'letterlend-sticker',
    title: 'Meine Sticker',
    scale:
      'Drucke in Originalgrösse: 100 %, ohne «An Seite anpassen». Miss nach: Die Linie rechts ist 50 mm lang.',
    cut: 'Schneide entlang der Linie aus; der weisse Rand gehört dazu.',
    ruler: '50 mm',
    page: (page, pages) => `Seite ${page} von ${pages}`,
  },
  en: {
    file: 'letterlend-stickers',
    title: 'My stickers',
    scale:
      'Print at actual size: 100%, without “fit to page”. Check it: the line on the right is 50 mm long.',
    cut: 'Cut along the line; the white edge belongs to the sticker.',
    ruler: '50 mm',
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
  fr: {
    file: 'letterlend-autocollants',
    title: 'Mes autocollants',
    scale:
      'Imprimez en taille réelle : 100 %, sans « ajuster à la page ». Pour vérifier : la ligne à droite mesure 50 mm.',
    cut: 'Découpez le long de la ligne ; le bord blanc fait partie de l’autocollant.',
    ruler: '50 mm',
    page: (page, pages) => `Page ${page} sur ${pages}`,
  },
}
