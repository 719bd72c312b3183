import { isoTimeIn } from '#platform/shared/formats.ts'

/** Local time at an instant, to the minute: `2026-11-22T17:00`. */
export function localTimeOf(timeZone: string, at: Date): string {
  return isoTimeIn(timeZone, at).replace(' ', 'T')
}

/** The instant of a local time. An hour that summer time skips counts as the one after it. */
export function instantOf(timeZone: string, localTime: string): Date {
  const localMs = Date.parse(`${localTime}Z`)
  const ahead = (at: number) => Date.parse(`${localTimeOf(timeZone, new Date(at))}Z`) - at
  const near = localMs - ahead(localMs)
  return new Date(localMs - ahead(near))
}
