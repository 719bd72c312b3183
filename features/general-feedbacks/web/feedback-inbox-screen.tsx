import { Link, useParams } from 'react-router'
import { INBOX_STATES } from '#features/inboxes/contract.ts'
import { useAdminFeedback, useAdminFeedbackById } from '#features/inboxes/web/data/admin-inboxes.ts'
import { InboxHandling } from '#features/inboxes/web/inbox-handling.tsx'
import { InboxList } from '#features/inboxes/web/inbox-list.tsx'
import classes from '#features/inboxes/web/inboxes.module.css'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { FEEDBACK_TYPES } from '../contract.ts'

/** What members think of the app: all of it, or the one that the address names. */
export function FeedbackInboxScreen() {
  const { id } = useParams()
  return id === undefined ? <FeedbackList /> : <Feedback key={id} id={id} />
}

function FeedbackList() {
  const { t } = useTranslation('admin-inboxes')
  const { query, filter, change } = useListQuery('state', 'type')
  const state = INBOX_STATES.find((value) => value === filter.state) ?? 'open'
  const { search, page, size } = query
  const answer = useAdminFeedback({
    search,
    state,
    type: FEEDBACK_TYPES.find((value) => value === filter.type),
    page: `${page}`,
    size: `${size}`,
  })
  return (
    <AdminPage title={t('feedback.title')} lead={t('feedback.lead')}>
      <InboxList
        title={t('feedback.title')}
        label={t('feedback.search')}
        answer={answer}
        query={query}
        state={state}
        onChange={change}
        about={({ id, type, author }) => ({
          title: t(`feedback.types.${type}`),
          text: author.name,
          to: adminPaths.screen('feedback', id),
        })}
      >
        <SelectField
          label={t('feedback.type')}
          value={filter.type}
          onChange={(event) => change({ type: event.currentTarget.value })}
          data={[
            { value: '', label: t('feedback.allTypes') },
            ...FEEDBACK_TYPES.map((value) => ({ value, label: t(`feedback.types.${value}`) })),
          ]}
        />
      </InboxList>
    </AdminPage>
  )
}

function Feedback({ id }: { id: string }) {
  const { t } = useTranslation('admin-inboxes')
  const { data: feedback, error, refetch } = useAdminFeedbackById(id)
  if (!feedback) {
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <PageLoader />
  }
  const { type, author, email, content } = feedback
  return (
    <AdminPage
      title={t(`feedback.types.${type}`)}
      lead={<Link to={adminPaths.screen('feedback')}>{t('feedback.back')}</Link>}
    >
      <Facts
        facts={[{ name: t('from'), value: [author.name, email].filter(Boolean).join(', ') }]}
      />
      <blockquote className={classes.quote}>{content}</blockquote>
      <InboxHandling kind="feedback" detail={feedback} />
    </AdminPage>
  )
}
