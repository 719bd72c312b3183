import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { AUDIT_SUBJECTS, AUDIT_VERBS } from '../../audit-acts.ts'
import type { AuditEntry } from '../../contract.admin.ts'
import classes from './audit.module.css'
import { AuditChange } from './audit-change.tsx'
import { AuditSubjectLink } from './audit-subject-link.tsx'
import { useAudit } from './data/audit.ts'

/** Who did what in the back office, and when. Read-only. */
export function AuditScreen() {
  const { t } = useTranslation('admin-audit')
  const list = useAdminList({
    filters: {
      subject: {
        kind: 'choice',
        label: t('columns.about'),
        all: t('all'),
        choices: AUDIT_SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) })),
      },
      verb: {
        kind: 'choice',
        label: t('columns.act'),
        all: t('all'),
        choices: AUDIT_VERBS.map((value) => ({ value, label: t(`verbs.${value}`) })),
      },
      subject_id: { kind: 'link' },
      from: { kind: 'day', label: t('from') },
      until: { kind: 'day', label: t('until') },
    },
  })
  const time = dateFormat({
    dateStyle: 'medium',
    timeStyle: 'medium',
  })
  const withToken = ({ token }: AuditEntry) =>
    token && (token.name === null ? t('withGoneToken') : t('withToken', { name: token.name }))
  const actorOf = (entry: AuditEntry) => {
    const { actor, by } = entry
    const who = actor === 'admin' ? (by?.name ?? t('goneActor')) : t(`actors.${actor}`)
    return [who, withToken(entry)].filter(Boolean).join(' ')
  }
  const columns: Column<AuditEntry>[] = [
    {
      key: 'act',
      title: t('columns.act'),
      render: (entry) => (
        <div className={classes.act}>
          <strong>{t(`verbs.${entry.verb}`)}</strong>
          <AuditSubjectLink entry={entry} />
          <div className={classes.phoneOnly}>
            <span className={classes.when}>
              {actorOf(entry)}, {time.format(new Date(entry.at))}
            </span>
            <AuditChange entry={entry} />
          </div>
        </div>
      ),
    },
    { key: 'actor', verbatim: true, title: t('columns.actor'), wide: true, render: actorOf },
    {
      key: 'at',
      title: t('columns.at'),
      wide: true,
      render: ({ at }) => <time dateTime={at}>{time.format(new Date(at))}</time>,
    },
    {
      key: 'change',
      title: t('columns.change'),
      wide: true,
      render: (entry) => <AuditChange entry={entry} />,
    },
  ]
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      <AdminList
        label={t('title')}
        list={list}
        answer={useAudit(list.asked)}
        search={t('search')}
        rows={columns}
        empty={{ title: t('empty.title'), body: t('empty.body') }}
      />
    </AdminPage>
  )
}
