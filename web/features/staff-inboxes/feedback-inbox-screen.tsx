import { adminPaths } from '@letterlend/contract/admin-paths.ts'
import { FEEDBACK_TYPES } from '@letterlend/contract/general-feedbacks.ts'
import { INBOX_STATES } from '@letterlend/contract/staff-inboxes.ts'
import { Link, useParams } from 'react-router'
import { useAdminFeedback, useAdminFeedbackById } from '../../data/admin-inboxes.ts'
import { useTranslation } from '../../start/texts.ts'
import { AdminPage, Facts } from '../../ui/back-office/admin-page.tsx'
import { useListQuery } from '../../ui/back-office/use-list-query.ts'
import { SelectField } from '../../ui/form-fields.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PageLoader } from '../../ui/page-loader.tsx'
import { InboxHandling } from './inbox-handling.tsx'
import { InboxList } from './inbox-list.tsx'
import classes from './staff-inboxes.module.css'

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
