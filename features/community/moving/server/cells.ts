import { TZDateMini } from '@date-fns/tz'
import { LANGUAGES, type Language } from '#platform/shared/languages.ts'

const YES = new Set(['1', 'true', 't', 'yes', 'y', 'on', 'ja', 'oui', '\u0001'])

/** A switch; `without` if the cell is empty. */
export const readSwitch = (cell: string | undefined, without: boolean): boolean =>
  cell === undefined ? without : YES.has(cell.toLowerCase())

const LOCAL_TIME = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?$/

/**
 * An instant: `2024-05-31 17:45:00` in the community's time zone, ISO 8601 with an offset, or seconds since 1970. Null
 * for an empty cell, MySQL's zero date, and what is no time.
 */
export function readTime(cell: string | undefined, timeZone: string): Date | null {
  if (cell === undefined || cell.startsWith('0000-')) return null
  const [, ...parts] = LOCAL_TIME.exec(cell) ?? []
  if (parts.length > 0) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map((part) =>
      Number(part ?? 0),
    )
    const at = new TZDateMini(year, month - 1, day, hour, minute, second, timeZone)
    return new Date(at.getTime())
  }
  if (/^\d{9,10}$/.test(cell)) return new Date(Number(cell) * 1000)
  // Date.parse takes "0" for a year.
  const at = /^\d{4}-\d\d-\d\dT/.test(cell) ? Date.parse(cell) : Number.NaN
  return Number.isNaN(at) ? null : new Date(at)
}

/** Money with a point or a comma, exactly to the cent; undefined if it is none. */
export function readCents(cell: string | undefined): number | undefined {
  const [, sign, whole, part = ''] =
    /^([-+]?)(\d{1,8})(?:[.,](\d{1,2})0*)?$/.exec(cell ?? '0') ?? []
  if (whole === undefined) return undefined
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

export const readLanguage = (cell: string | undefined, without: Language): Language =>
  LANGUAGES.find((language) => language === cell?.toLowerCase().slice(0, 2)) ?? without

/** The ids in a cell, separated by anything else. */
export const readIds = (cell: string | undefined): string[] =>
  cell?.split(/[\s,;|[\]"]+/).filter((id) => id !== '') ?? []
