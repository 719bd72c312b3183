import { texts } from '#platform/server/texts.ts'
import type { Language } from '#platform/shared/languages.ts'

interface SheetWords {
  /** Name of the file, without its ending. */
  file: string
  title: string
  scale: string
  cut: string
  ruler: string
  /** Name of the sticker with the QR code. */
  code: (address: string) => string
  page: (page: number, pages: number) => string
}

/** The texts of a sheet, with the sticker size in millimetres. */
export const sheetWordsIn = (lang: Language): SheetWords => {
  const t = texts('sticker-sheet', lang)
  return {
    file: t('papers.sheetWords.file'),
    title: t('papers.sheetWords.title'),
    scale: t('papers.sheetWords.scale'),
    cut: t('papers.sheetWords.cut'),
    ruler: t('papers.sheetWords.ruler'),
    code: (address) => t('papers.sheetWords.code', { address }),
    page: (page, pages) => t('papers.sheetWords.page', { page, pages }),
  }
}
