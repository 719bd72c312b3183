import { useRef } from 'react'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import {
  adminPaths,
  CALL_OF_SCREEN,
  CASE_SCREENS,
  type CaseScreen,
} from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { AnsweredCase, AnsweredCases } from './answered-cases.tsx'
import classes from './cases.module.css'
import { useDecide } from './data/messages.ts'
import { FEEDBACK } from './feedback.tsx'
import { HeldMessages } from './held-messages.tsx'
import { HeldThanks } from './held-thanks.tsx'
import { ReportedMessages } from './reported-messages.tsx'
import { REPORTS } from './reports.tsx'

export type Decide = (
  decision: Parameters<ReturnType<typeof useDecide>['mutateAsync']>[0],
  doneMessage: string,
) => Promise<void>

/** Number of open cases of each kind; undefined while loading. */
type Waiting = Partial<Record<CaseScreen, number | undefined>>

interface CasesScreenProps {
  kind: CaseScreen
  waiting: Waiting
}

/** The queue of the staff: a tab for each kind of case, or the case in the address. */
export function CasesScreen({ kind, waiting }: CasesScreenProps) {
  const { t } = useTranslation('admin-cases')
  const { t: admin } = useTranslation('admin')
  const { id } = useParams()
  const { search } = useLocation()
  // Mails of earlier versions link to the tab that reported messages had.
  if (kind === 'held-messages' && new URLSearchParams(search).get('tab') === 'reported')
    return <Navigate to={adminPaths.screen('message-reports')} replace />
  if (id !== undefined && kind === 'reports')
    return <AnsweredCase key={id} answered={REPORTS} id={id} />
  if (id !== undefined && kind === 'feedback')
    return <AnsweredCase key={id} answered={FEEDBACK} id={id} />
  return (
    <>
      <Tabs waiting={waiting} kind={kind} />
      <AdminPage title={admin(`screens.${kind}`)} lead={t(`leads.${kind}`)}>
        {kind === 'reports' ? <AnsweredCases answered={REPORTS} /> : null}
        {kind === 'feedback' ? <AnsweredCases answered={FEEDBACK} /> : null}
        {kind === 'message-reports' || kind === 'held-messages' ? <Messages kind={kind} /> : null}
      </AdminPage>
    </>
  )
}

/** Links to the kinds that the viewer looks after, with the number of open cases. */
function Tabs({ kind, waiting }: CasesScreenProps) {
  const { t } = useTranslation('admin')
  const may = useMay()
  const shown = CASE_SCREENS.filter((screen) => may(CALL_OF_SCREEN[screen]))
  if (shown.length < 2) return null
  return (
    <nav aria-label={t('cases')}>
      <ul className={classes.tabs}>
        {shown.map((screen) => (
          <li key={screen}>
            <Link
              to={adminPaths.screen(screen)}
              className={classes.tab}
              aria-current={screen === kind ? 'page' : undefined}
            >
              {t(`screens.${screen}`)}
              {waiting[screen] ? <span className={classes.count}>{waiting[screen]}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Reported or held messages, which moderators decide in the list. */
function Messages({ kind }: { kind: 'message-reports' | 'held-messages' }) {
  const { t } = useTranslation('admin-cases')
  const { ofError } = useErrorText()
  const decision = useDecide()
  const top = useRef<HTMLDivElement>(null)
  const toTop = () => top.current?.focus()
  const decide: Decide = async (decisionBody, doneMessage) => {
    try {
      const { decided } = await decision.mutateAsync(decisionBody)
      showToast(decided > 0 ? { message: doneMessage } : { message: t('faster'), kind: 'warning' })
      toTop()
    } catch {
      // Shown as a notice above the list.
    }
  }
  const part = { decide, busy: decision.isPending, toTop }
  return (
    <div ref={top} tabIndex={-1}>
      {decision.error ? <Notice kind="error">{ofError(decision.error)}</Notice> : null}
      {kind === 'held-messages' ? <HeldThanks toTop={toTop} /> : null}
      {kind === 'held-messages' ? <HeldMessages {...part} /> : <ReportedMessages {...part} />}
    </div>
  )
}
