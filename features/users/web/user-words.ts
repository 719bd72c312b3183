import { currentLanguage } from '#platform/web/start/texts.ts'

export const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }) =>
  `${firstname} ${lastname}`.trim()

/** A day in words, as the language of the app writes it. */
export const dayFormat = () =>
  new Intl.DateTimeFormat(`${currentLanguage()}-CH`, { dateStyle: 'medium' })
