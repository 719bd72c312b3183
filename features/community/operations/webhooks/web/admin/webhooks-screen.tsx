import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxReadyArtwork } from '#platform/web/ui/artwork/letterbox-ready.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { AdminPage } from '#platform/web/ui/back-office/admin-page.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Webhook } from '../../contract.admin.ts'
import {
  useRemoveWebhook,
  useSwitchWebhook,
  useWebhookSecret,
  useWebhooks,
} from './data/webhooks.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { useEventNames } from './event-names.ts'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

type Open = { dialog: 'add' } | { dialog: 'log' | 'remove'; webhook: Webhook } | null

/** The addresses that are told what happens. */
export function WebhooksScreen() {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const { data, error, refetch } = useWebhooks()
  const [open, setOpen] = useState<Open>(null)
  const remove = useRemoveWebhook()
  const secret = useWebhookSecret()
  const close = () => setOpen(null)
  const removed = open?.dialog === 'remove' ? open.webhook : null
  const confirmRemove = () => {
    if (!removed) return
    remove.mutate(removed.id, {
      onSuccess: () => showToast({ message: t('removed') }),
      onError: (failure) => showToast({ kind: 'error', message: ofError(failure) }),
      onSettled: close,
    })
  }
  const showSecret = ({ id }: Webhook) =>
    secret.mutate(id, {
      onError: (failure) => showToast({ kind: 'error', message: ofError(failure) }),
    })
  return (
    <AdminPage
      title={t('title')}
      lead={t('lead')}
      actions={
        <AppButton
          leftSection={<AdminIcon name="plus" />}
          onClick={() => setOpen({ dialog: 'add' })}
        >
          {t('add')}
        </AppButton>
      }
    >
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={2} rowHeight={96} />}
      {data?.length === 0 ? (
        <EmptyState
          artwork={<LetterboxReadyArtwork />}
          title={t('none.title')}
          body={t('none.body')}
        />
      ) : null}
      {data && data.length > 0 ? (
        <ul className={rows.list}>
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onSecret={() => showSecret(webhook)}
              onOpen={(dialog) => setOpen({ dialog, webhook })}
            />
          ))}
        </ul>
      ) : null}
      {open?.dialog === 'add' ? <NewWebhookDialog onClose={close} /> : null}
      {open?.dialog === 'log' ? <DeliveriesDialog webhook={open.webhook} onClose={close} /> : null}
      {secret.data ? (
        <SecretDialog
          webhookId={secret.variables}
          read={secret.data}
          onClose={() => secret.reset()}
        />
      ) : null}
      <ConfirmDialog
        opened={removed !== null}
        title={t('removeTitle')}
        confirmLabel={t('remove')}
        destructive
        loading={remove.isPending}
        onConfirm={confirmRemove}
        onClose={close}
      >
        {t('removeBody', { url: removed?.url ?? '' })}
      </ConfirmDialog>
    </AdminPage>
  )
}

interface WebhookRowProps {
  webhook: Webhook
  onSecret: () => void
  onOpen: (dialog: 'log' | 'remove') => void
}

function WebhookRow({ webhook, onSecret, onOpen }: WebhookRowProps) {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const nameOf = useEventNames()
  const turn = useSwitchWebhook()
  const { id, url, events, failing_since, off_since } = webhook
  const dayOf = (at: string) => dateFormat({ dateStyle: 'medium' }).format(new Date(at))
  const state = off_since
    ? t('state.off', { date: dayOf(off_since) })
    : failing_since
      ? t('state.failing', { date: dayOf(failing_since) })
      : t('state.on')
  const isOff = off_since !== null
  const flip = () =>
    turn.mutate(
      { id, on: isOff },
      { onError: (error) => showToast({ kind: 'error', message: ofError(error) }) },
    )
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h2 className={rows.name} translate="no">
          {url}
        </h2>
        <p className={rows.detail}>{[state, ...events.map(nameOf)].join(' · ')}</p>
      </div>
      <div className={rows.actions}>
        <AppButton tone="quiet" aria-label={t('logOf', { url })} onClick={() => onOpen('log')}>
          {t('log')}
        </AppButton>
        <AppButton tone="quiet" aria-label={t('secretOf', { url })} onClick={onSecret}>
          {t('secret')}
        </AppButton>
        <AppButton
          tone="quiet"
          loading={turn.isPending}
          aria-label={t(isOff ? 'onOf' : 'offOf', { url })}
          onClick={flip}
        >
          {t(isOff ? 'on' : 'off')}
        </AppButton>
        <AppButton
          tone="quiet"
          aria-label={t('removeOf', { url })}
          onClick={() => onOpen('remove')}
        >
          {t('remove')}
        </AppButton>
      </div>
    </li>
  )
}
