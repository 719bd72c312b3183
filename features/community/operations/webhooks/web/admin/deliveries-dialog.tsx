import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Delivery, Webhook } from '../../contract.admin.ts'
import { useDeliveries, useResend } from './data/webhooks.ts'
import { useEventNames } from './event-names.ts'

/** The last deliveries of a webhook, and sending one again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation('admin-webhooks')
  const { data, error, refetch } = useDeliveries(webhook.id)
  return (
    <Dialog opened onClose={onClose} title={t('logTitle')} size="lg">
      <p className={rows.detail} translate="no">
        {webhook.url}
      </p>
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
  const isDone = state === 'delivered' || state === 'failed'
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
      {isDone && canResend ? (
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
