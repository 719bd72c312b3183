import { useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '#features/accounts/web/data/session.ts'
import { INBOX_STATES } from '#features/inboxes/contract.ts'
import { useMessageReports } from '#features/inboxes/web/data/admin-inboxes.ts'
import classes from '#features/inboxes/web/inboxes.module.css'
import { ReadBy } from '#features/inboxes/web/read-by.tsx'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { ROLE_ID } from '#platform/shared/roles.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { ListPager } from '#platform/web/ui/back-office/list-pager.tsx'
import type { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import type { MessageReport } from '../contract.ts'
import { MessageContext } from './message-context.tsx'
import type { Decide } from './messages-screen.tsx'
import { SettleDialog } from './settle-dialog.tsx'

interface ReportedMessagesProps {
  list: ReturnType<typeof useListQuery<'tab' | 'state'>>
  decide: Decide
  busy: boolean
  /** Moves the focus to the top of the list, after what had it is gone from it. */
  toTop: () => void
}

/** Messages that somebody who got them has reported. */
export function ReportedMessages({ list, decide, busy, toTop }: ReportedMessagesProps) {
  const { t } = useTranslation('admin-inboxes')
  const { user } = useSession()
  const isAdmin = user?.role_id === ROLE_ID.admin
  const [settling, setSettling] = useState<MessageReport | null>(null)
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
                <About report={report} isAdmin={isAdmin} />
                <MessageContext
                  text={report.message.text}
                  at={report.message.created_at}
                  context={report.context}
                />
                <Actions
                  report={report}
                  decide={decide}
                  busy={busy}
                  onSettle={() => setSettling(report)}
                />
                <ReadBy readings={report.read_by} />
              </li>
            ))}
          </ul>
          <ListPager {...asked} total={data.total} shown={data.rows.length} onQuery={change} />
          <SettleDialog
            report={settling}
            isAdmin={isAdmin}
            onClose={() => setSettling(null)}
            onDone={(decided) => {
              setSettling(null)
              showToast(
                decided > 0
                  ? { message: t('messages.settled') }
                  : { message: t('faster'), kind: 'warning' },
              )
              toTop()
            }}
          />
        </>
      ) : null}
    </>
  )
}

function About({ report, isAdmin }: { report: MessageReport; isAdmin: boolean }) {
  const { t } = useTranslation('admin-inboxes')
  const { reason, note, reporter, author, item, assignee, outcome, measure, letterbox_id } = report
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
          value: author ? <Author author={author} isAdmin={isAdmin} /> : t('gone'),
        },
        {
          name: t('messages.letterbox'),
          value: letterbox_id ? (
            <Link to={adminPaths.screen('letterboxes', letterbox_id)}>
              {t('messages.toLetterbox')}
            </Link>
          ) : (
            t('gone')
          ),
        },
        {
          name: t('messages.conversation'),
          value: [
            t(`messages.loan.${report.closed ? 'closed' : report.status}`),
            t('messages.shown', {
              shown: report.context.length + 1,
              count: report.messages,
            }),
          ].join(', '),
        },
        { name: t('messages.item'), value: item[`name_${storedLanguage(currentLanguage())}`] },
        {
          name: t('columns.status'),
          value: outcome
            ? [
                t(`messages.outcomes.${outcome}`),
                ...(measure && measure !== 'none' ? [t(`messages.measures.${measure}`)] : []),
              ].join(', ')
            : assignee
              ? t('takenBy', { name: assignee.name })
              : t('statuses.open'),
        },
      ]}
    />
  )
}

/** Whoever wrote it; the account is for administrators to see. */
function Author({
  author,
  isAdmin,
}: {
  author: NonNullable<MessageReport['author']>
  isAdmin: boolean
}) {
  const { t } = useTranslation('admin-inboxes')
  const { id, firstname, reported_by, warned, suspended } = author
  const facts = [
    t('messages.reportedBy', { count: reported_by }),
    ...(warned > 0 ? [t('messages.warned', { count: warned })] : []),
    ...(suspended ? [t('messages.measures.suspend')] : []),
  ]
  return (
    <>
      {isAdmin ? <Link to={adminPaths.screen('users', id)}>{firstname}</Link> : firstname}
      {` (${facts.join(', ')})`}
    </>
  )
}

function Actions({
  report,
  decide,
  busy,
  onSettle,
}: { report: MessageReport; onSettle: () => void } & Pick<
  ReportedMessagesProps,
  'decide' | 'busy'
>) {
  const { t } = useTranslation('admin-inboxes')
  const { user } = useSession()
  const { id, assignee, handled_at } = report
  if (handled_at) return null
  const mine = assignee !== null && assignee.id === user?.id
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
      <AppButton tone="secondary" disabled={busy} onClick={onSettle}>
        {t('messages.settle.action')}
      </AppButton>
    </div>
  )
}
