import { TZDateMini } from '@date-fns/tz'
import type { Hours } from '../setting-schemas.ts'

/** Whether an instant lies in these hours, as the clocks of the community show them. */
export function isWithin({ from, until }: Hours, timeZone: string, at: Date): boolean {
  const hour = new TZDateMini(at.getTime(), timeZone).getHours()
  return from < until ? hour >= from && hour < until : hour >= from || hour < until
}

/** When these hours begin next after an instant. */
export function nextBeginning({ from }: Hours, timeZone: string, after: Date): Date {
  const local = new TZDateMini(after.getTime(), timeZone)
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()]
  const today = new TZDateMini(year, month, day, from, timeZone)
  const next = today > after ? today : new TZDateMini(year, month, day + 1, from, timeZone)
  return new Date(next.getTime())
}
