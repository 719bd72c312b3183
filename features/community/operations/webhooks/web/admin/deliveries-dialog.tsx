import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Delivery, Webhook } from '../../contract.admin.ts'
import { useDeliveries, useResend, useTestWebhook } from './data/webhooks.ts'
import { useEventNames } from './event-names.ts'
import classes from './webhooks.module.css'

/** The last deliveries of a webhook, sending one again, and a test of the address. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('admin-webhooks')
  const { data, error, refetch } = useDeliveries(webhook.id)
  return (
    <Dialog opened onClose={onClose} title={t('logTitle')} size="lg">
      <p className={rows.detail} translate="no">
        {webhook.url}
      </p>
      <TestOfAddress id={webhook.id} />
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={3} rowHeight={64} />}
      {data?.length === 0 ? <p>{t('logEmpty')}</p> : null}
      {data && data.length > 0 ? (
        <ul className={rows.list}>
          {data.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              canResend={webhook.off_since === null}
            />
          ))}
        </ul>
      ) : null}
    </Dialog>
  )
}

/** Sends a test, and shows how the address has answered. */
function TestOfAddress({ id }: { id: string }) {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const { mutate, data, error, isPending } = useTestWebhook()
  const values = { status: data?.status ?? '', ms: data?.took_ms ?? '' }
  return (
    <div className={classes.test}>
      <AppButton tone="secondary" loading={isPending} onClick={() => mutate(id)}>
        {t('test')}
      </AppButton>
      <div role="status">
        {data?.failure === null && !isPending ? (
          <Notice kind="success">{t('testFine', values)}</Notice>
        ) : null}
      </div>
      {data?.failure && !isPending ? (
        <Notice kind="error">{t(`testFailed.${data.failure}`, values)}</Notice>
      ) : null}
      {error ? <Notice kind="error">{ofError(error)}</Notice> : null}
    </div>
  )
}

function DeliveryRow({ delivery, canResend }: { delivery: Delivery; canResend: boolean }) {
  const { t } = useTranslation('admin-webhooks')
  const { ofError } = useErrorText()
  const nameOf = useEventNames()
  const resend = useResend()
  const { id, event, created_at, state, tries, status, failure } = delivery
  const when = dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(created_at))
  const name = nameOf(event)
  const details = [
    t(`delivery.${state}`),
    ...(tries > 0 ? [t('tries', { count: tries })] : []),
    ...(failure ? [t(`failure.${failure}`, { status: status ?? '' })] : []),
    when,
  ]
  const send = () =>
    resend.mutate(id, {
      onSuccess: () => showToast({ message: t('resent') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
    })
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h3 className={rows.name}>{name}</h3>
        <p className={rows.detail}>{details.join(' · ')}</p>
      </div>
      {state !== 'waiting' && canResend ? (
        <div className={rows.actions}>
          <AppButton
            tone="quiet"
            loading={resend.isPending}
            aria-label={t('resendOf', { name, when })}
            onClick={send}
          >
            {t('resend')}
          </AppButton>
        </div>
      ) : null}
    </li>
  )
}
