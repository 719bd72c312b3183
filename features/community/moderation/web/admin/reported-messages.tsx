import { useState } from 'react'
import { Link } from 'react-router'
import { useMay, useSession } from '#features/people/accounts/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { type MessageReport, MODERATION_PAGE_SIZE, WORKED_STATES } from '../../contract.admin.ts'
import { statesOfCases } from './answered-cases.tsx'
import classes from './cases.module.css'
import type { Decide } from './cases-screen.tsx'
import { useMessageReports } from './data/messages.ts'
import { MessageContext } from './message-context.tsx'
import { ReadBy } from './read-by.tsx'
import { SettleDialog } from './settle-dialog.tsx'

interface ReportedMessagesProps {
  decide: Decide
  busy: boolean
  /** Moves the focus to the top of the list when the focused element is gone. */
  toTop: () => void
}

/** The messages that their recipients have reported. */
export function ReportedMessages({ decide, busy, toTop }: ReportedMessagesProps) {
  const { t } = useTranslation('admin-cases')
  const { t: admin } = useTranslation('admin')
  const maySuspend = useMay()('POST /admin/users/suspend')
  const [settling, setSettling] = useState<MessageReport | null>(null)
  const list = useAdminList({
    filters: { state: statesOfCases(t, WORKED_STATES) },
    maxSize: MODERATION_PAGE_SIZE.max,
  })
  const { state, page, size } = list.asked
  const answer = useMessageReports({
    page,
    size,
    state: state === 'settled' ? 'handled' : state,
  })
  return (
    <AdminList
      label={admin('screens.message-reports')}
      list={list}
      answer={answer}
      skeletonRows={4}
      empty={{ title: t('empty.title'), body: t('empty.body') }}
      rows={(reports) => (
        <>
          <ul className={classes.messages}>
            {reports.map((report) => (
              <li key={report.id} className={classes.message}>
                <About report={report} />
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
          <SettleDialog
            report={settling}
            maySuspend={maySuspend}
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
      )}
    />
  )
}

function About({ report }: { report: MessageReport }) {
  const { t } = useTranslation('admin-cases')
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
          value: author ? <Author author={author} /> : t('gone'),
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

/** The author of the message, as a link if the viewer may open the account. */
function Author({ author }: { author: NonNullable<MessageReport['author']> }) {
  const may = useMay()
  const { t } = useTranslation('admin-cases')
  const { id, firstname, reported_by, warned, suspended } = author
  const facts = [
    t('messages.reportedBy', { count: reported_by }),
    ...(warned > 0 ? [t('messages.warned', { count: warned })] : []),
    ...(suspended ? [t('messages.measures.suspend')] : []),
  ]
  return (
    <>
      {may('GET /admin/users/byId') ? (
        <Link to={adminPaths.screen('users', id)}>{firstname}</Link>
      ) : (
        firstname
      )}
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
  const { t } = useTranslation('admin-cases')
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
