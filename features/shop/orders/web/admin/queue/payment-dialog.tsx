import {
  bankStatementsApi,
  PAYMENT_NOTE_MAX_LENGTH,
} from '#features/shop/orders/bank-statements/contract.admin.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { dayFromNow } from '#platform/web/ui/words/day-from-now.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { AdminOrder } from '../../../contract.admin.ts'
import { useRecordPayment } from '../data/orders.ts'
import classes from './order-queue.module.css'

const WAYS = ['bank', 'cash'] as const
const schema = bankStatementsApi.recordPayment.body.omit({ id: true })

/**
 * Records a bank or cash payment by hand, optionally for less than the price. While another bank payment is pending,
 * the dialog says so instead.
 */
export function PaymentDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const record = useRecordPayment()
  const day = dateFormat({ day: 'numeric', month: 'long' })
  const { field, form, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, {
    amount: order.to_pay,
    received_on: dayFromNow(0),
    way: 'bank' as 'bank' | 'cash',
    accept_less: false,
    note: '',
  })
  if (order.awaited_until) {
    const until = day.format(new Date(order.awaited_until))
    return (
      <Dialog opened onClose={onClose} title={t('payment.title')}>
        <Notice>{t('payment.awaited', { until })}</Notice>
      </Dialog>
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('payment.title')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={onSubmit((values) =>
          record.mutate(
            { id: order.id, ...values },
            {
              onSuccess: () => {
                showToast({ message: t('payment.done') })
                onClose()
              },
              onError: (error) => {
                if (error instanceof ApiError) showFieldErrors(error)
              },
            },
          ),
        )}
      >
        {order.order_status.name === 'pending_payment' ? (
          <p>{t('payment.lead', { price: formatMoney(order.price, order.payment_currency) })}</p>
        ) : null}
        <TextField
          {...field('amount')}
          type="number"
          inputMode="decimal"
          step="0.01"
          label={t('payment.amount', { currency: order.payment_currency })}
          onChange={(event) => form.setFieldValue('amount', event.currentTarget.valueAsNumber)}
        />
        <CheckField
          label={t('payment.acceptLess')}
          checked={form.values.accept_less}
          onChange={(checked) => form.setFieldValue('accept_less', checked)}
        />
        <ChoiceField
          label={t('payment.way')}
          short
          options={WAYS.map((value) => ({ value, label: t(`providers.${value}`) }))}
          value={form.values.way}
          onChange={(way) => form.setFieldValue('way', way)}
        />
        <TextField {...field('received_on')} type="date" label={t('payment.receivedOn')} />
        <TextAreaField
          label={t(form.values.accept_less ? 'payment.reason' : 'payment.note')}
          max={PAYMENT_NOTE_MAX_LENGTH}
          rows={2}
          optional={!form.values.accept_less}
          field={field('note')}
        />
        {record.isError && !isAboutFields(record.error) ? (
          <Notice kind="error">{ofError(record.error)}</Notice>
        ) : null}
        <div className={classes.dialogActions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('cancel')}
          </AppButton>
          <AppButton type="submit" loading={record.isPending}>
            {t('payment.save')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
