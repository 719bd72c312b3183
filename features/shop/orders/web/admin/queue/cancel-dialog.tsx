import { useState } from 'react'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { useOrderStep, useRefund } from '../data/orders.ts'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'
import { isByBank } from './queue-steps.ts'

/** Cancels a paid order and refunds the money at once, unless the staff chooses to do it later. */
export function CancelDialog({
  order,
  onChanged,
  onDone,
  onClose,
}: ChangingProps & { onClose: () => void }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const step = useOrderStep()
  const refund = useRefund()
  const byBank = isByBank(order)
  // A bank payment is refunded by hand, so the box is ticked only when that is done.
  const [isRefunding, setRefunding] = useState(!byBank)
  const [request_id] = useState(() => crypto.randomUUID())
  const { id, refundable } = order
  const amount = formatMoney(refundable, order.payment_currency)

  /** If the refund fails, the order stays cancelled; the error is shown and the staff can refund later. */
  const giveBack = async (version: number) => {
    try {
      const answer = await refund.mutateAsync({ id, version, request_id, amount: refundable })
      const { status } = answer.refund
      showToast({ message: t(status === 'started' ? 'refund.started' : 'cancelling.both') })
    } catch (error) {
      const reason = ofError(error)
      showToast({ kind: 'error', message: t('cancelling.failed', { amount, reason }) })
    }
  }
  const onConfirm = async () => {
    try {
      const cancelled = await step.mutateAsync({ step: 'cancel', id, version: order.version })
      if (isRefunding) await giveBack(cancelled.version)
      else showToast({ message: t('done.cancel') })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'changed_meanwhile') onChanged()
      else showToast({ kind: 'error', message: ofError(error) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      title={t('ask.cancel')}
      confirmLabel={t(isRefunding ? 'cancelling.confirm' : 'step.cancel')}
      dismissLabel={t('leave')}
      destructive
      loading={step.isPending || refund.isPending}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>{t('cancelling.paid', { amount })}</p>
        <CheckField
          label={t(byBank ? 'cancelling.byBank' : 'cancelling.refund', { amount })}
          hint={t(isRefunding ? 'cancelling.now' : 'cancelling.later')}
          checked={isRefunding}
          onChange={setRefunding}
        />
        <p>{t('mailed')}</p>
      </div>
    </ConfirmDialog>
  )
}
