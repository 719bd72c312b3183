import type { AuditEntry } from '@letterlend/contract/audit.ts'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './audit.module.css'

/** What a field was and what it is; null where it was not there. */
function inWords(state: AuditEntry['before'], field: string): string | null {
  const value = state?.[field]
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Before and after of one act, field by field. */
export function AuditChange({ entry: { before, after } }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin-audit')
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return null
  return (
    <ul className={classes.changes}>
      {fields.map((field) => (
        <li key={field}>
          <span className={classes.field}>{field}</span>{' '}
          <del>
            <span className="visually-hidden">{t('before')} </span>
            {inWords(before, field) ?? '–'}
          </del>{' '}
          <Icon name="chevronRight" size={18} className={classes.arrow} />{' '}
          <ins>
            <span className="visually-hidden">{t('after')} </span>
            {inWords(after, field) ?? '–'}
          </ins>
        </li>
      ))}
    </ul>
  )
}
