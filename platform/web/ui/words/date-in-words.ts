import { dayOf } from '../../data/community-day.ts'
import { dateFormat } from './date-format.ts'

/** A calendar date such as `2026-08-16`, or the community's day at a moment, in full: "16 August 2026". */
export function dateInWords(dateOrMoment: string): string {
  const isMoment = dateOrMoment.includes('T')
  const date = isMoment ? dayOf(new Date(dateOrMoment)) : dateOrMoment
  return dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))
}

/** Date and time to the minute. */
export function timeInWords(moment: number | string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
}
