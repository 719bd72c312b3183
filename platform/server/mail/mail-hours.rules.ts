import { TZDateMini } from '@date-fns/tz'
import type { Hours } from '../setting-schemas.ts'

/** Whether an instant lies within these hours of the community's time zone. */
export function isWithin({ from, until }: Hours, timeZone: string, at: Date): boolean {
  const hour = new TZDateMini(at.getTime(), timeZone).getHours()
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

/** The next start of these hours after an instant. */
export function nextBeginning({ from }: Hours, timeZone: string, after: Date): Date {
  const local = new TZDateMini(after.getTime(), timeZone)
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()]
  const today = new TZDateMini(year, month, day, from, timeZone)
  const next = today > after ? today : new TZDateMini(year, month, day + 1, from, timeZone)
  return new Date(next.getTime())
}
