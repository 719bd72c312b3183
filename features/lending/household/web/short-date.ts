import { dateFormat } from '#platform/web/ui/words/date-format.ts'

/** `21 Nov 2026` in the language of the app. */
export function shortDate(iso: string): string {
  return dateFormat({ dateStyle: 'medium' }).format(new Date(iso))
}
