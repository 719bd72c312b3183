import type { AnnouncementAudience, Region } from '@letterlend/contract/admin-announcements.ts'
import { currentLanguage, type useTranslation } from '../../start/texts.ts'

type Translate = ReturnType<typeof useTranslation<'admin-announcements'>>['t']

const localeOf = () => {
  const language = currentLanguage()
  return language === 'en' ? 'en-GB' : `${language}-CH`
}

/** `2026-11-22T17:00` as the clocks of the community show it, wherever one reads it. */
export const localTimeInWords = (local: string) =>
  new Intl.DateTimeFormat(localeOf(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(`${local}Z`))

/** `2026-11-22` */
export const dayInWords = (day: string, dateStyle: 'long' | 'short' = 'long') =>
  new Intl.DateTimeFormat(localeOf(), { dateStyle, timeZone: 'UTC' }).format(Date.parse(day))

export const audienceInWords = (
  t: Translate,
  audience: AnnouncementAudience,
  region: Region | null,
) =>
  region === null ? t(`audiences.${audience}`) : t('audiences.around', { km: region.radius / 1000 })
