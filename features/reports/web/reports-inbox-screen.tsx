import { Link, useParams } from 'react-router'
import { INBOX_STATES } from '#features/inboxes/contract.ts'
import { useAdminReport, useAdminReports } from '#features/inboxes/web/data/admin-inboxes.ts'
import { InboxHandling } from '#features/inboxes/web/inbox-handling.tsx'
import { InboxList } from '#features/inboxes/web/inbox-list.tsx'
import classes from '#features/inboxes/web/inboxes.module.css'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'

/** Reports about letterboxes: all of them, or the one that the address names. */
export function ReportsInboxScreen() {
  const { id } = useParams()
  return id === undefined ? <Reports /> : <Report key={id} id={id} />
}

function Reports() {
  const { t } = useTranslation('admin-inboxes')
  const { query, filter, change } = useListQuery('state', 'letterbox_id')
  const state = INBOX_STATES.find((value) => value === filter.state) ?? 'open'
  const { search, page, size } = query
  const answer = useAdminReports({
    search,
    state,
    page: `${page}`,
    size: `${size}`,
    letterbox_id: filter.letterbox_id || undefined,
  })
  return (
    <AdminPage title={t('reports.title')} lead={t('reports.lead')}>
      <InboxList
        title={t('reports.title')}
        label={t('reports.search')}
        answer={answer}
        query={query}
        state={state}
        onChange={change}
        about={({ id, type, letterbox }) => ({
          title: t(`reports.types.${type}`),
          text:
            letterbox.open_reports > 1
              ? `${letterbox.address} (${t('reports.together', { count: letterbox.open_reports })})`
              : letterbox.address,
          to: adminPaths.screen('reports', id),
        })}
      >
        {filter.letterbox_id ? (
          <AppButton tone="secondary" onClick={() => change({ letterbox_id: '' })}>
            {t('reports.allLetterboxes')}
          </AppButton>
        ) : null}
      </InboxList>
    </AdminPage>
  )
}

function Report({ id }: { id: string }) {
  const { t } = useTranslation('admin-inboxes')
  const { data: report, error, refetch } = useAdminReport(id)
  if (!report) {
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageLoader />
  }
  const { letterbox, reporter, email, repeats } = report
  const together = `${adminPaths.screen('reports')}?letterbox_id=${letterbox.id}`
  return (
    <AdminPage
      title={report.title}
      lead={<Link to={adminPaths.screen('reports')}>{t('reports.back')}</Link>}
    >
      <Facts
        facts={[
          { name: t('columns.about'), value: t(`reports.types.${report.type}`) },
          {
            name: t('reports.letterbox'),
            value: (
              <>
                <Link to={adminPaths.screen('letterboxes', letterbox.id)}>{letterbox.address}</Link>
                <br />
                <Link to={paths.letterbox(letterbox.id)}>{t('reports.public')}</Link>
              </>
            ),
          },
          {
            name: t('from'),
            value: reporter ? `${reporter.name}, ${email}` : `${t('visitor')}, ${email}`,
          },
          ...(letterbox.open_reports > 1
            ? [
                {
                  name: t('reports.same'),
                  value: (
                    <Link to={together}>
                      {t('reports.together', { count: letterbox.open_reports })}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(repeats > 0 ? [{ name: t('reports.repeats'), value: repeats }] : []),
        ]}
      />
      {report.message ? <blockquote className={classes.quote}>{report.message}</blockquote> : null}
      <InboxHandling kind="reports" detail={report} />
    </AdminPage>
  )
}
