import { useState } from 'react'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { REFUND_NOTE_MAX_LENGTH, refundsApi } from '../../../paying/contract.admin.ts'
import { useRefund } from '../data/orders.ts'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'
import { isByBank } from './queue-steps.ts'

const schema = refundsApi.refund.body.pick({ amount: true, note: true })

/** Refunds a payment, fully or in part; the server says how much is possible. */
export function RefundDialog({
  order,
  onChanged,
  onDone,
  onClose,
}: ChangingProps & { onClose: () => void }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const refund = useRefund()
  // One request id per dialog, so that repeated clicks are one refund.
  const [request_id] = useState(() => crypto.randomUUID())
  const { field, form, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, {
    // Defaults to the overpayment that a correction left.
    amount: order.to_give_back > 0 ? order.to_give_back : order.refundable,
    note: '',
  })
  const money = (amount: number) => formatMoney(amount, order.payment_currency)
  return (
    <Dialog opened onClose={onClose} title={t('refund.title')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={onSubmit((values) =>
          refund.mutate(
            { id: order.id, version: order.version, request_id, ...values },
            {
              onSuccess: ({ refund: { status } }) => {
                showToast({ message: t(status === 'started' ? 'refund.started' : 'refund.done') })
                onDone()
                onClose()
              },
              onError: (error) => {
                if (!(error instanceof ApiError)) return
                if (error.code === 'changed_meanwhile') {
                  onChanged()
                  onClose()
                } else showFieldErrors(error)
              },
            },
          ),
        )}
      >
        <p>{t('refund.lead', { refundable: money(order.refundable) })}</p>
        {order.to_pay > 0 ? <p>{t('refund.owing', { amount: money(order.to_pay) })}</p> : null}
        {isByBank(order) ? <Notice>{t('refund.byBank')}</Notice> : null}
        <TextField
          {...field('amount')}
          type="number"
          inputMode="decimal"
          step="0.01"
          max={order.refundable}
          label={t('payment.amount', { currency: order.payment_currency })}
          onChange={(event) => form.setFieldValue('amount', event.currentTarget.valueAsNumber)}
        />
        <TextAreaField
          label={t('refund.note')}
          max={REFUND_NOTE_MAX_LENGTH}
          rows={2}
          optional
          field={field('note')}
        />
        {refund.isError && !isAboutFields(refund.error) ? (
          <Notice kind="error">{ofError(refund.error)}</Notice>
        ) : null}
        <div className={classes.dialogActions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('cancel')}
          </AppButton>
          <AppButton type="submit" tone="danger" loading={refund.isPending}>
            {t('refund.save')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
