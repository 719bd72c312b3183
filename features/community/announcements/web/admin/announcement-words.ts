import type { useTranslation } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import type { AnnouncementAudience, Region } from '../../contract.admin.ts'

type Translate = ReturnType<typeof useTranslation<'admin-announcements'>>['t']

/** `2026-11-22T17:00` in the community's time zone, wherever the reader is. */
export const localTimeInWords = (local: string) =>
  dateFormat({
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(`${local}Z`))

/** `2026-11-22` */
export const dayInWords = (day: string, dateStyle: 'long' | 'short' = 'long') =>
  dateFormat({ dateStyle, timeZone: 'UTC' }).format(Date.parse(day))

export const audienceInWords = (
  t: Translate,
  audience: AnnouncementAudience,
  region: Region | null,
) =>
  region === null ? t(`audiences.${audience}`) : t('audiences.around', { km: region.radius / 1000 })
