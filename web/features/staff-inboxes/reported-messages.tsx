import type { MessageReport } from '@letterlend/contract/message-reports.ts'
import { INBOX_STATES } from '@letterlend/contract/staff-inboxes.ts'
import { useMessageReports } from '../../data/admin-inboxes.ts'
import { useSession } from '../../data/session.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Facts } from '../../ui/back-office/admin-page.tsx'
import { StatusFilter } from '../../ui/back-office/list-filters.tsx'
import { ListPager } from '../../ui/back-office/list-pager.tsx'
import type { useListQuery } from '../../ui/back-office/use-list-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { MessageContext } from './message-context.tsx'
import type { Decide } from './messages-screen.tsx'
import { ReadBy } from './read-by.tsx'
import classes from './staff-inboxes.module.css'

interface ReportedMessagesProps {
  list: ReturnType<typeof useListQuery<'tab' | 'state'>>
  decide: Decide
  busy: boolean
}

/** Messages that somebody who got them has reported. */
export function ReportedMessages({ list, decide, busy }: ReportedMessagesProps) {
  const { t } = useTranslation('admin-inboxes')
  const { query, filter, change } = list
  const state = INBOX_STATES.find((value) => value === filter.state) ?? 'open'
  const asked = { page: query.page, size: Math.min(query.size, 100) }
  const { data, error, refetch } = useMessageReports({
    page: `${asked.page}`,
    size: `${asked.size}`,
    state: state === 'settled' ? 'handled' : state,
  })
  return (
    <>
      <div className={classes.states}>
        <StatusFilter
          label={t('columns.status')}
          value={state}
          options={INBOX_STATES.map((value) => ({
            value,
            label: t(`states.${value}`),
            count: data?.counts[value],
          }))}
          onChange={(value) => change({ state: value === 'open' ? '' : value })}
        />
      </div>
      {data ? null : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonList rows={4} />
      )}
      {data?.total === 0 ? <EmptyState title={t('empty.title')} body={t('empty.body')} /> : null}
      {data && data.total > 0 ? (
        <>
          <ul className={classes.messages}>
            {data.rows.map((report) => (
              <li key={report.id} className={classes.message}>
                <About report={report} />
                <MessageContext
                  text={report.message.text}
                  at={report.message.created_at}
                  context={report.context}
                />
                <Actions report={report} decide={decide} busy={busy} />
                <ReadBy readings={report.read_by} />
              </li>
            ))}
          </ul>
          <ListPager {...asked} total={data.total} shown={data.rows.length} onQuery={change} />
        </>
      ) : null}
    </>
  )
}

function About({ report }: { report: MessageReport }) {
  const { t } = useTranslation('admin-inboxes')
  const { reason, note, reporter, author, item, assignee, outcome } = report
  return (
    <Facts
      facts={[
        { name: t('messages.reason'), value: t(`messages.reasons.${reason}`) },
        {
          name: t('messages.reporter'),
          value: [reporter?.firstname ?? t('gone'), note].filter(Boolean).join(': '),
        },
        {
          name: t('messages.author'),
          value: author
            ? t('messages.reportedBy', { name: author.firstname, count: author.reported_by })
            : t('gone'),
        },
        { name: t('messages.item'), value: item[`name_${currentLanguage()}`] },
        {
          name: t('columns.status'),
          value: outcome
            ? t(`messages.outcomes.${outcome}`)
            : assignee
              ? t('takenBy', { name: assignee.name })
              : t('statuses.open'),
        },
      ]}
    />
  )
}

function Actions({
  report,
  decide,
  busy,
}: { report: MessageReport } & Omit<ReportedMessagesProps, 'list'>) {
  const { t } = useTranslation('admin-inboxes')
  const { user } = useSession()
  const { id, assignee, handled_at } = report
  if (handled_at) return null
  const mine = assignee !== null && assignee.id === user?.id
  const settle = (outcome: 'justified' | 'unfounded') =>
    decide({ act: 'settle', id, outcome }, t('messages.settled'))
  return (
    <div className={classes.actions}>
      {mine || !assignee ? (
        <AppButton
          tone="quiet"
          disabled={busy}
          onClick={() =>
            decide(
              { act: mine ? 'giveBack' : 'take', id },
              mine ? t('messages.givenBack') : t('messages.taken'),
            )
          }
        >
          {mine ? t('giveBack') : t('take')}
        </AppButton>
      ) : null}
      <AppButton tone="secondary" disabled={busy} onClick={() => settle('justified')}>
        {t('messages.outcomes.justified')}
      </AppButton>
      <AppButton tone="secondary" disabled={busy} onClick={() => settle('unfounded')}>
        {t('messages.outcomes.unfounded')}
      </AppButton>
    </div>
  )
}
