import { useDebouncedValue } from '@mantine/hooks'
import { PostalFields } from '#features/places/letterboxes/web/door.ts'
import {
  MEMBERSHIP_TIERS,
  PRODUCT_ID,
  STICKER_PACK_AMOUNTS,
  toCents,
} from '#features/shop/orders/products/pricing.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { EmailField, SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { NameFields } from '#platform/web/ui/forms/name-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import {
  type AdminOrder,
  type Correction,
  type CorrectionCost,
  correctionSchema,
} from '../../../contract.admin.ts'
import { type CostQuery, showCost, useCorrectionCost, useCorrectOrder } from '../data/orders.ts'
import { CostOfCorrection } from './correction-cost.tsx'
import type { ChangingProps } from './order-acts.tsx'
import classes from './order-queue.module.css'

const schema = correctionSchema.required()

const formOf = (order: AdminOrder) => ({
  firstname: order.firstname ?? '',
  lastname: order.lastname ?? '',
  email: order.email ?? '',
  address: order.address ?? '',
  address_addition: order.address_addition ?? '',
  postcode: order.postcode ?? '',
  city: order.city ?? '',
  country: order.country ?? '',
  amount: order.amount,
  donation: order.donation,
})

/** The fixed amounts of a product; null if any number is possible. */
function choicesOf({ product }: AdminOrder): number[] | null {
  if (product.id === PRODUCT_ID.stickerPack) return [...STICKER_PACK_AMOUNTS]
  return product.id === PRODUCT_ID.membership ? MEMBERSHIP_TIERS.map(({ amount }) => amount) : null
}

/** Delay after the last keystroke before the cost is queried. */
const ASKED_AFTER_MS = 300

/** Queries the cost of the order as in the form, as soon as it differs. */
function useCost(order: AdminOrder, { amount, donation, country }: Required<Correction>) {
  const { ofError, ofKey } = useErrorText()
  const isMoney = Number.isInteger(amount) && amount > 0 && toCents(donation) !== null
  const isOther =
    amount !== order.amount || donation !== order.donation || country !== (order.country ?? '')
  const asked =
    isMoney && isOther && country
      ? JSON.stringify({
          id: order.id,
          ...(amount !== order.amount && { amount: `${amount}` }),
          ...(donation !== order.donation && { donation: `${donation}` }),
          ...(country !== order.country && { country }),
        })
      : null
  const [settled] = useDebouncedValue(asked, ASKED_AFTER_MS)
  const answer = useCorrectionCost(settled === null ? null : JSON.parse(settled))
  const isSettled = settled === asked
  const { error } = answer
  const [key] = error instanceof ApiError ? Object.values(error.errors).flat() : []
  return {
    /** The query; null if nothing changes the price. */
    query: asked === null ? null : (JSON.parse(asked) as CostQuery),
    cost: asked !== null && isSettled ? answer.data : undefined,
    isAsking: asked !== null && (!isSettled || answer.isFetching),
    error: asked !== null && isSettled && error ? (key ? ofKey(key) : ofError(error)) : null,
  }
}

/** Corrects an order before shipping; the server computes the effect on its money. */
export function CorrectionDialog({
  order,
  onChanged,
  onDone,
  onClose,
}: ChangingProps & { onClose: () => void }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const correct = useCorrectOrder()
  const saved = formOf(order)
  const { field, form, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(schema, saved)
  const choices = choicesOf(order)
  const { query, cost, isAsking, error: costError } = useCost(order, form.values)
  const isPaid = order.order_status.name === 'paid'

  const send = (values: Required<Correction>) => {
    // Sends only the differences, because another administrator may have changed the rest.
    const changes = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== saved[name as keyof typeof saved]),
    )
    // Sends the displayed amount, which is the order's amount if no new cost is shown.
    const shown = query && {
      payment_amount: cost?.total ?? order.payment_amount,
      payment_currency: cost?.currency ?? order.payment_currency,
    }
    correct.mutate(
      { id: order.id, version: order.version, ...changes, ...shown },
      {
        onSuccess: () => {
          showToast({ message: t('correct.done') })
          onDone()
          onClose()
        },
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          if (error.code === 'changed_meanwhile') {
            onChanged()
            onClose()
          } else if (error.code === 'amount_changed' && query) {
            showCost(query, error.current as CorrectionCost)
          } else showFieldErrors(error)
        },
      },
    )
  }

  return (
    <Dialog opened onClose={onClose} title={t('correct.title')}>
      <form className={classes.form} noValidate onSubmit={onSubmit(send)}>
        <p>{t('correct.lead')}</p>
        <NameFields field={field} />
        <EmailField label={t('email')} {...field('email')} />
        <PostalFields field={field} />
        {choices ? (
          <SelectField
            {...field('amount')}
            label={t(
              order.product.id === PRODUCT_ID.membership ? 'correct.tier' : 'correct.amount',
            )}
            data={choices.map((amount) => ({ value: `${amount}`, label: `${amount}` }))}
            value={`${form.values.amount}`}
            onChange={(event) => form.setFieldValue('amount', Number(event.currentTarget.value))}
          />
        ) : (
          <TextField
            {...field('amount')}
            type="number"
            inputMode="numeric"
            label={t('correct.amount')}
            onChange={(event) => form.setFieldValue('amount', event.currentTarget.valueAsNumber)}
          />
        )}
        <TextField
          {...field('donation')}
          type="number"
          inputMode="decimal"
          step="0.01"
          label={t('correct.donation', { currency: order.payment_currency })}
          onChange={(event) => form.setFieldValue('donation', event.currentTarget.valueAsNumber)}
        />
        <div role="status">
          {isAsking ? <p className={classes.hint}>{t('correct.cost.asking')}</p> : null}
          {cost ? <CostOfCorrection order={order} cost={cost} /> : null}
          {isPaid && !cost && !isAsking && !costError ? <Notice>{t('correct.paid')}</Notice> : null}
        </div>
        {costError && !correct.isError ? <Notice kind="error">{costError}</Notice> : null}
        {correct.isError && !isAboutFields(correct.error) ? (
          <Notice kind="error">
            {correct.error instanceof ApiError && correct.error.code === 'amount_changed'
              ? t('correct.cost.changed')
              : ofError(correct.error)}
          </Notice>
        ) : null}
        <div className={classes.dialogActions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('cancel')}
          </AppButton>
          {/* Disabled until the cost is shown. */}
          <AppButton type="submit" loading={correct.isPending} disabled={isAsking}>
            {t('correct.save')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}
