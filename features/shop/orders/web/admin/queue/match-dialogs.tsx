import type { ReactNode, SyntheticEvent } from 'react'
import {
  bankStatementsApi,
  PAYMENT_NOTE_MAX_LENGTH,
  type UnmatchedPayment,
} from '#features/shop/orders/bank-statements/contract.admin.ts'
import {
  useAssignPayment,
  useGivePaymentBack,
  useSetManyAside,
  useSetPaymentAside,
} from '#features/shop/orders/bank-statements/web/data/door.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { dayFromNow } from '#platform/web/ui/words/day-from-now.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { formatRefno } from '../../../refno.ts'
import { OrderCandidates } from './order-candidates.tsx'
import classes from './order-queue.module.css'

interface MatchProps {
  payment: UnmatchedPayment
  onClose: () => void
}

interface FrameProps extends MatchProps {
  title: string
  save: string
  /** Error message that belongs to no field. */
  error: string | null
  loading: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** Common parts of the dialogs: the payment and the buttons. */
function Frame({ payment, title, save, error, loading, onSubmit, onClose, children }: FrameProps) {
  const { t } = useTranslation('admin-orders')
  const amount = payment.amount === null ? '–' : formatMoney(payment.amount, payment.currency)
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form className={classes.form} noValidate onSubmit={onSubmit}>
        <p>
          <strong>{amount}</strong> {payment.payer} {payment.text}
        </p>
        {children}
        {error ? <Notice kind="error">{error}</Notice> : null}
        <div className={classes.dialogActions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('cancel')}
          </AppButton>
          <AppButton type="submit" loading={loading}>
            {save}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}

const assignSchema = bankStatementsApi.assign.body.pick({
  refno: true,
  accept_less: true,
  note: true,
})
const giveBackSchema = bankStatementsApi.giveBack.body.pick({
  refno: true,
  returned_on: true,
  note: true,
})
const noteSchema = bankStatementsApi.setAside.body.pick({ note: true })

/** Asks for the order of a payment, by its number or by customer. */
export function AssignDialog({ payment, onClose }: MatchProps) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const assign = useAssignPayment()
  const { id, version, refno } = payment
  const { field, form, onSubmit, showFieldErrors } = useSchemaForm(assignSchema, {
    refno: refno ? formatRefno(refno) : '',
    accept_less: false,
    note: '',
  })
  const send = (values: { refno: string; accept_less?: boolean | undefined; note: string }) =>
    assign.mutate(
      { id, version, ...values },
      {
        onSuccess: ({ assigned }) => {
          showToast({
            message: t('matching.assignedDone', { refno: formatRefno(assigned?.refno ?? '') }),
          })
          onClose()
        },
        // Errors about the number are shown below the form.
        onError: (error) => {
          if (error instanceof ApiError && error.errors.note) showFieldErrors(error)
        },
      },
    )
  const { error } = assign
  const isRefno = error instanceof ApiError && error.errors.refno?.[0]
  const whyOf = (key: string) =>
    t(key === VALIDATION.otherAmount ? 'matching.otherAmount' : 'matching.unknown')
  const isAwaited = error instanceof ApiError && error.code === 'payment_pending'
  const whyNot = isAwaited ? t('matching.awaited') : null
  const why = isRefno ? whyOf(isRefno) : whyNot
  const isReason = error instanceof ApiError && error.errors.note !== undefined
  return (
    <Frame
      payment={payment}
      title={t('matching.assign')}
      save={t('matching.assign')}
      error={why ?? (error && !isReason ? ofError(error) : null)}
      loading={assign.isPending}
      onSubmit={onSubmit(send)}
      onClose={onClose}
    >
      <TextField
        {...field('refno')}
        label={t('matching.find')}
        autoComplete="off"
        error={form.errors.refno ? t('matching.unknown') : undefined}
      />
      <OrderCandidates
        payment={payment}
        typed={form.values.refno}
        onChoose={(chosen) => form.setFieldValue('refno', formatRefno(chosen))}
      />
      <CheckField
        label={t('payment.acceptLess')}
        checked={form.values.accept_less === true}
        onChange={(checked) => form.setFieldValue('accept_less', checked)}
      />
      {form.values.accept_less ? (
        <TextAreaField
          label={t('payment.reason')}
          max={PAYMENT_NOTE_MAX_LENGTH}
          rows={2}
          field={field('note')}
        />
      ) : null}
      <p className={classes.hint}>{t('matching.final')}</p>
    </Frame>
  )
}

/** Records that an order did not need this payment and that it was given back. */
export function GiveBackDialog({ payment, onClose }: MatchProps) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const giveBack = useGivePaymentBack()
  const { id, version, refno } = payment
  const { field, form, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(giveBackSchema, {
    refno: refno ? formatRefno(refno) : '',
    returned_on: dayFromNow(0),
    note: '',
  })
  const { error } = giveBack
  return (
    <Frame
      payment={payment}
      title={t('matching.giveBack')}
      save={t('matching.giveBack')}
      error={error && !isAboutFields(error) ? ofError(error) : null}
      loading={giveBack.isPending}
      onSubmit={onSubmit((values) =>
        giveBack.mutate(
          { id, version, ...values },
          {
            onSuccess: onClose,
            onError: (refusal) => {
              if (refusal instanceof ApiError) showFieldErrors(refusal)
            },
          },
        ),
      )}
      onClose={onClose}
    >
      <p>{t('matching.giveBackLead')}</p>
      <TextField
        {...field('refno')}
        label={t('matching.refno')}
        autoComplete="off"
        error={form.errors.refno ? t('matching.unknown') : undefined}
      />
      <TextField {...field('returned_on')} type="date" label={t('matching.returnedOn')} />
      <TextAreaField
        label={t('matching.asideNote')}
        max={PAYMENT_NOTE_MAX_LENGTH}
        rows={2}
        optional
        field={field('note')}
      />
    </Frame>
  )
}

/** Asks why several payments belong to no order. */
export function ManyAsideDialog({
  payments,
  onClose,
}: {
  payments: readonly UnmatchedPayment[]
  onClose: () => void
}) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const aside = useSetManyAside()
  const { field, onSubmit } = useSchemaForm(noteSchema, { note: '' })
  const send = ({ note }: { note: string }) => {
    const read = payments.map(({ id, version }) => ({ id, version }))
    aside.mutate(
      { payments: read, note },
      {
        onSuccess: ({ set_aside, changed_meanwhile }) => {
          showToast({ message: t('matching.manyAsideDone', { count: set_aside }) })
          if (changed_meanwhile > 0) {
            const message = t('matching.manyChanged', { count: changed_meanwhile })
            showToast({ kind: 'error', message })
          }
          onClose()
        },
      },
    )
  }
  return (
    <Dialog opened onClose={onClose} title={t('matching.manyAside', { count: payments.length })}>
      <form className={classes.form} noValidate onSubmit={onSubmit(send)}>
        <TextAreaField
          label={t('matching.asideNote')}
          max={PAYMENT_NOTE_MAX_LENGTH}
          rows={2}
          optional
          field={field('note')}
        />
        {aside.error ? <Notice kind="error">{ofError(aside.error)}</Notice> : null}
        <div className={classes.dialogActions}>
          <AppButton tone="secondary" onClick={onClose}>
            {t('cancel')}
          </AppButton>
          <AppButton type="submit" loading={aside.isPending}>
            {t('matching.setAside')}
          </AppButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks why a payment belongs to no order. */
export function SetAsideDialog({ payment, onClose }: MatchProps) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const aside = useSetPaymentAside()
  const { id, version } = payment
  const { field, onSubmit } = useSchemaForm(noteSchema, { note: '' })
  return (
    <Frame
      payment={payment}
      title={t('matching.setAside')}
      save={t('matching.setAside')}
      error={aside.error ? ofError(aside.error) : null}
      loading={aside.isPending}
      onSubmit={onSubmit((values) =>
        aside.mutate({ id, version, ...values }, { onSuccess: onClose }),
      )}
      onClose={onClose}
    >
      <TextAreaField
        label={t('matching.asideNote')}
        max={PAYMENT_NOTE_MAX_LENGTH}
        rows={2}
        optional
        field={field('note')}
      />
    </Frame>
  )
}
