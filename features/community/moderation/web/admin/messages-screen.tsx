import { useRef } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { StatusFilter } from '#platform/web/ui/back-office/list-filters.tsx'
import { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useDecide } from './data/messages.ts'
import { HeldMessages } from './held-messages.tsx'
import { HeldThanks } from './held-thanks.tsx'
import classes from './inboxes.module.css'
import { ReportedMessages } from './reported-messages.tsx'

export type Decide = (
  decision: Parameters<ReturnType<typeof useDecide>['mutateAsync']>[0],
  doneMessage: string,
) => Promise<void>

/** Count on each tab; undefined while loading, and for users who may not know it. */
interface WaitingMessages {
  held: number | undefined
  reported: number | undefined
}

/** The messages in moderation: held and reported ones. */
export function MessagesScreen({ waiting }: { waiting: WaitingMessages }) {
  const { t } = useTranslation('admin-inboxes')
  const { ofError } = useErrorText()
  const { filter, change } = useListQuery('tab')
  const tab = filter.tab === 'reported' ? 'reported' : ''
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
    <AdminPage title={t('messages.title')} lead={t('messages.lead')}>
      <div ref={top} tabIndex={-1} className={classes.states}>
        <StatusFilter
          label={t('messages.title')}
          value={tab}
          options={[
            { value: '', label: t('messages.held'), count: waiting.held },
            {
              value: 'reported',
              label: t('messages.reported'),
              count: waiting.reported,
            },
          ]}
          onChange={(value) => change({ tab: value, state: '' })}
        />
      </div>
      {decision.error ? <Notice kind="error">{ofError(decision.error)}</Notice> : null}
      {tab === 'reported' ? null : <HeldThanks toTop={toTop} />}
      {tab === 'reported' ? <ReportedMessages {...part} /> : <HeldMessages {...part} />}
    </AdminPage>
  )
}
