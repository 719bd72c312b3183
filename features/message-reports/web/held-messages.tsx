import { useState } from 'react'
import type { HeldMessage } from '#features/held-messages/contract.ts'
import { useHeldMessages } from '#features/inboxes/web/data/admin-inboxes.ts'
import classes from '#features/inboxes/web/inboxes.module.css'
import { ReadBy } from '#features/inboxes/web/read-by.tsx'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { ListPager } from '#platform/web/ui/back-office/list-pager.tsx'
import type { useListQuery } from '#platform/web/ui/back-office/use-list-query.ts'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { MessageContext } from './message-context.tsx'
import type { Decide } from './messages-screen.tsx'

interface HeldMessagesProps {
  list: ReturnType<typeof useListQuery<'tab' | 'state'>>
  decide: Decide
  busy: boolean
}

/** Messages that reach nobody until somebody has looked at them. */
export function HeldMessages({ list, decide, busy }: HeldMessagesProps) {
  const { t } = useTranslation('admin-inboxes')
  const [discarding, setDiscarding] = useState<string | null>(null)
  const { page, size } = list.query
  const asked = { page, size: Math.min(size, 100) }
  const { data, error, refetch } = useHeldMessages({
    page: `${asked.page}`,
    size: `${asked.size}`,
  })
  if (!data) {
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonList rows={4} />
    )
  }
  if (data.total === 0) {
    return <EmptyState title={t('messages.noneHeld')} body={t('messages.noneHeldBody')} />
  }
  const discard = async () => {
    if (discarding === null) return
    const id = discarding
    setDiscarding(null)
    await decide({ act: 'discard', id }, t('messages.discarded'))
  }
  return (
    <>
      <ul className={classes.messages}>
        {data.rows.map((message) => (
          <li key={message.id} className={classes.message}>
            <About message={message} />
            <MessageContext text={message.text} at={message.held_at} context={message.context} />
            <div className={classes.actions}>
              <AppButton
                tone="secondary"
                disabled={busy}
                onClick={() => decide({ act: 'release', id: message.id }, t('messages.released'))}
              >
                {t('messages.release')}
              </AppButton>
              <AppButton tone="danger" disabled={busy} onClick={() => setDiscarding(message.id)}>
                {t('messages.discard')}
              </AppButton>
            </div>
            <ReadBy readings={message.read_by} />
          </li>
        ))}
      </ul>
      <ListPager {...asked} total={data.total} shown={data.rows.length} onQuery={list.change} />
      <ConfirmDialog
        opened={discarding !== null}
        title={t('messages.discardTitle')}
        confirmLabel={t('messages.discard')}
        destructive
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(null)}
      >
        {t('messages.discardBody')}
      </ConfirmDialog>
    </>
  )
}

function About({ message }: { message: HeldMessage }) {
  const { t } = useTranslation('admin-inboxes')
  const time = new Intl.DateTimeFormat(`${currentLanguage()}-CH`, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const { author, item, held_for, held_at } = message
  return (
    <Facts
      facts={[
        {
          name: t('from'),
          value: t('messages.asked', {
            name: author.firstname,
            asked: author.asked,
            answered: author.answered,
          }),
        },
        { name: t('messages.item'), value: item[`name_${currentLanguage()}`] },
        {
          name: t('messages.why'),
          value:
            held_for === 'many_letterboxes'
              ? t('messages.manyLetterboxes', { count: message.letterboxes })
              : t('messages.manyAccounts', { count: message.accounts }),
        },
        { name: t('columns.at'), value: time.format(new Date(held_at)) },
      ]}
    />
  )
}
