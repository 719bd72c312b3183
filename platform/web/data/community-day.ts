import { TZDateMini } from '@date-fns/tz'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PublicConfig } from '#platform/shared/config.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import { isoTimeIn } from '#platform/shared/formats.ts'
import { CONFIG_KEY, configQuery } from './config.ts'
import { queryClient } from './query-client.ts'
import { serverNow } from './server-clock.ts'

/**
 * All days and times are those of the community, regardless of the device's zone and clock: things are lent where the
 * letterbox is, and the server rejects days that have passed there. Days are calendar days such as `2026-11-21`, which
 * sort as text.
 */

/** The community's time zone; undefined (the device's) until the settings are loaded. */
export const communityZone = (): string | undefined =>
  queryClient.getQueryData<PublicConfig>(CONFIG_KEY)?.time_zone

/** `2026-11-21 18:30` */
const written = (time: Date): string => isoTimeIn(communityZone(), time)

/** The calendar day of an instant. */
export const dayOf = (time: Date): string => written(time).slice(0, 10)

/** The time of day of an instant, as a field shows it: `18:30`. */
export const timeOf = (time: Date): string => written(time).slice(-5)

/** A day and a time as an instant; null if one is missing or invalid. */
export function instantOf(day: string, time: string): string | null {
  if (day === '' || !time.includes(':')) return null
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const zone = communityZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const instant = new TZDateMini(year, month - 1, date, hour, minute, zone)
  return Number.isNaN(instant.getTime()) ? null : new Date(instant.getTime()).toISOString()
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10)

export const communityToday = (): string => dayOf(serverNow())

/** How often an open page checks whether a new day has started. */
const LOOK_MS = 30_000

function everyNowAndThen(look: () => void): () => void {
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}

/** The current day; updates after midnight. */
export function useToday(): string {
  // Subscribes to the settings, which contain the zone.
  useQuery({ ...configQuery, enabled: false }, queryClient)
  return useSyncExternalStore(everyNowAndThen, communityToday)
}
