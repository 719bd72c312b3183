import { asOneOf } from '#platform/shared/input/as-one-of.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { type Column, DataTable } from '#platform/web/ui/back-office/data-table.tsx'
import { ListFilters } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { AUDIT_SUBJECTS, AUDIT_VERBS, type AuditSubject, type AuditVerb } from '../audit-acts.ts'
import type { AuditEntry } from '../contract.ts'
import classes from './audit.module.css'
import { AuditChange } from './audit-change.tsx'
import { AuditSubjectLink } from './audit-subject-link.tsx'
import { useAudit } from './data/audit.ts'

const day = (text: string) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined)

/** Who did what in the back office, and when; it can be read and nothing else. */
export function AuditScreen() {
  const { t } = useTranslation('admin-audit')
  const { query, filter, change } = useListQuery('subject', 'verb', 'subject_id', 'from', 'until')
  const { search, page, size } = query
  const answer = useAudit({
    search,
    page: `${page}`,
    size: `${size}`,
    subject: asOneOf<AuditSubject>(AUDIT_SUBJECTS, filter.subject),
    verb: asOneOf<AuditVerb>(AUDIT_VERBS, filter.verb),
    subject_id: filter.subject_id || undefined,
    from: day(filter.from),
    until: day(filter.until),
  })
  const time = new Intl.DateTimeFormat(`${currentLanguage()}-CH`, {
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  const actorOf = ({ actor, by }: AuditEntry) =>
    actor === 'admin' ? (by?.name ?? t('goneActor')) : t(`actors.${actor}`)
  const columns: Column<AuditEntry>[] = [
    {
      key: 'act',
      title: t('columns.act'),
      render: (entry) => (
        <div className={classes.act}>
          <strong>{t(`verbs.${entry.verb}`)}</strong>
          <AuditSubjectLink entry={entry} />
          <span className={classes.phoneOnly}>
            {actorOf(entry)}, {time.format(new Date(entry.at))}
          </span>
        </div>
      ),
    },
    { key: 'actor', title: t('columns.actor'), wide: true, render: actorOf },
    {
      key: 'at',
      title: t('columns.at'),
      wide: true,
      render: ({ at }) => <time dateTime={at}>{time.format(new Date(at))}</time>,
    },
    {
      key: 'change',
      title: t('columns.change'),
      render: (entry) => <AuditChange entry={entry} />,
    },
  ]
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <ListFilters
        label={t('search')}
        search={search}
        onSearch={(text) => change({ search: text })}
      >
        <SelectField
          label={t('columns.about')}
          value={filter.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
          data={[
            { value: '', label: t('all') },
            ...AUDIT_SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) })),
          ]}
        />
        <SelectField
          label={t('columns.act')}
          value={filter.verb}
          onChange={(event) => change({ verb: event.currentTarget.value })}
          data={[
            { value: '', label: t('all') },
            ...AUDIT_VERBS.map((value) => ({ value, label: t(`verbs.${value}`) })),
          ]}
        />
        <TextField
          type="date"
          label={t('from')}
          value={filter.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('until')}
          value={filter.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </ListFilters>
      <DataTable
        label={t('title')}
        columns={columns}
        answer={answer}
        query={query}
        onQuery={change}
        empty={<EmptyState title={t('empty.title')} body={t('empty.body')} />}
      />
    </AdminPage>
  )
}
