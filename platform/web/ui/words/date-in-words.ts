import { dateFormat } from './date-format.ts'

/** A calendar date such as `2026-08-16` in full: "16 August 2026". */
export function dateInWords(date: string): string {
  return dateFormat({ dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date))
}

/** Date and time to the minute. */
export function timeInWords(moment: number | string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
}
