import { formatNumber } from '#platform/web/start/numbers.ts'
import { currentLanguage, type FullKey, useTranslation } from '#platform/web/start/texts.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { AUDIT_FIELDS, type AuditField } from '../../audit-acts.ts'
import type { AuditEntry } from '../../contract.admin.ts'

/** A name that may have no text. */
type NameOf<Kind extends string> =
  Extract<FullKey, `admin-audit:${Kind}.${string}`> extends `admin-audit:${Kind}.${infer Name}`
    ? Name
    : never

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
/**
 * Placeholder that the server stores for personal data; see
 * features/people/audit/server/audit.queries.ts.
 */
const NOT_KEPT = '…'
/** Fields whose values are terms of the program and are translated, unlike free text. */
const WORDED = [
  'status',
  'role',
  'tasks',
  'outcome',
  'idea',
  'paper',
  'link',
  'measure',
  'ground',
  'kind',
  'gate',
  'failure',
  'category',
  'audience',
]

/** Whether the entry records only that the field changed, without its values. */
export const isNotKept = (field: string, { before, after }: Pick<AuditEntry, 'before' | 'after'>) =>
  before?.[field] === NOT_KEPT && after?.[field] === NOT_KEPT

const isField = (name: string): name is AuditField =>
  (AUDIT_FIELDS as readonly string[]).includes(name)

/** One side of an act: before or after. */
type Said = AuditEntry['before']

/** The currency of its amount; null if it has none. */
const currencyIn = (said: Said) => (typeof said?.currency === 'string' ? said.currency : null)

/** The fields of an act, each once. The currency is shown with the amount. */
export function fieldsOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.filter((field) => field !== 'currency' || !fields.includes('amount'))
}

/** i18next returns the key itself if it has no text; then the plain name is shown. */
const textOrName = (name: string, words: string) => (words.endsWith(`.${name}`) ? name : words)

/** Name of a subject with a text of its own, such as a setting; null for all others. */
export function usePartName({ subject, subject_id }: Pick<AuditEntry, 'subject' | 'subject_id'>) {
  const { t } = useTranslation('admin-audit')
  const name = `${subject}.${subject_id}`
  const words = t(`names.${subject}.${subject_id}` as `names.${NameOf<'names'>}`)
  return textOrName(name, words) === name ? null : words
}

/**
 * Translates field names and values. A field of an older version, which has no text any more, keeps
 * its API name.
 */
export function useAuditWords(entry: Pick<AuditEntry, 'by'>) {
  const { t } = useTranslation('admin-audit')
  const fieldName = (name: string) => (isField(name) ? t(`fields.${name}`) : name)
  const valueName = (name: string) => textOrName(name, t(`values.${name as NameOf<'values'>}`))
  const wordsOf = (field: string, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'values.true' : 'values.false')
    if (typeof value === 'number') return formatNumber(value, currentLanguage())
    if (typeof value !== 'string') return JSON.stringify(value)
    if (value === NOT_KEPT) return t('values.kept')
    if (field === 'assignee') return value === entry.by?.id ? entry.by.name : value.slice(0, 8)
    if (WORDED.includes(field)) return valueName(value)
    if (!INSTANT.test(value)) return value
    const time = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
    return time.format(new Date(value))
  }
  return {
    field: fieldName,
    /** The value of a field in words; null if there was none. */
    value(field: string, said: Said): string | null {
      const value: unknown = said?.[field]
      if (field === 'amount' && typeof value === 'number')
        return formatMoney(value, currencyIn(said))
      if (value === undefined || value === null || value === '') return null
      const all = Array.isArray(value) ? value : [value]
      if (all.length === 0) return null
      return all.map((each) => wordsOf(field, each)).join(', ')
    },
  }
}
