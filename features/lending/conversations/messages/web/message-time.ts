import { DAY_MS } from '#platform/shared/durations.ts'
import { type Language, LOCALES } from '#platform/shared/languages.ts'
import { dayOf } from '#platform/web/data/community-day.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { relativeFormat } from '#platform/web/ui/words/relative-format.ts'

/** Calendar days from `time` to `now`. */
function daysAgo(time: Date, now: Date): number {
  return (Date.parse(dayOf(now)) - Date.parse(dayOf(time))) / DAY_MS
}

/** A time such as `14:05`. */
export function clockTime(time: Date, language: Language): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit' }, language).format(time)
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** `Today`, `Yesterday`, `Wednesday` within the week, else the date. */
export function dayName(time: Date, now: Date, language: Language): string {
  const days = daysAgo(time, now)
  if (days === 0 || days === 1) {
    const relative = relativeFormat(LOCALES[language])
    return capitalised(relative.format(-days, 'day'))
  }
  if (days > 1 && days < 7) {
    return capitalised(dateFormat({ weekday: 'long' }, language).format(time))
  }
  const yearOf = (each: Date) => dayOf(each).slice(0, 4)
  const year = yearOf(time) === yearOf(now) ? undefined : 'numeric'
  return dateFormat({ day: 'numeric', month: 'long', year }, language).format(time)
}

/** For a list: the time today, `Yesterday`, the weekday within the week, else a short date. */
export function shortTime(time: Date, now: Date, language: Language): string {
  const days = daysAgo(time, now)
  if (days <= 0) return clockTime(time, language)
  if (days === 1) return dayName(time, now, language)
  if (days < 7) return dateFormat({ weekday: 'short' }, language).format(time)
  const format = dateFormat(
    {
      day: '2-digit',
      month: '2-digit',
      year: '2-digit',
    },
    language,
  )
  return format.format(time)
}
