import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { AuditEntry } from '../../contract.admin.ts'
import classes from './audit.module.css'
import { fieldsOf, isNotKept, useAuditWords } from './audit-words.ts'

/** Before and after of one act, field by field; a single value if there is nothing to compare. */
export function AuditChange({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('admin-audit')
  const words = useAuditWords(entry)
  const { before, after } = entry
  const fields = fieldsOf(entry)
  if (fields.length === 0) return null
  return (
    <ul className={classes.changes}>
      {fields.map((field) => (
        <li key={field}>
          <span className={classes.field}>{words.field(field)}</span>{' '}
          {before === null || isNotKept(field, entry) ? (
            (words.value(field, after) ?? '–')
          ) : (
            <>
              <del>
                <span className="visually-hidden">{t('before')} </span>
                {words.value(field, before) ?? '–'}
              </del>{' '}
              <Icon name="chevronRight" size={18} className={classes.arrow} />{' '}
              <ins>
                <span className="visually-hidden">{t('after')} </span>
                {words.value(field, after) ?? '–'}
              </ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
