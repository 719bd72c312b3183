import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { AdminOrder } from '../../../contract.admin.ts'
import { REMINDER_PAUSE_DAYS } from '../../../corrections.ts'
import { isCorrectable, type StaffStep } from '../../../order-steps.ts'
import { useOrderPapers, useOrderStep, useRemind } from '../data/orders.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import { LabelDialog } from './label-dialog.tsx'
import classes from './order-queue.module.css'
import { PaymentDialog } from './payment-dialog.tsx'
import { isRemindable, stepsOf } from './queue-steps.ts'

export interface ChangingProps {
  order: AdminOrder
  /** Called when another administrator was faster; the page then shows their version. */
  onChanged: () => void
  onDone: () => void
}

/**
 * Restores the focus after a dialog: to its opener, or to the group of buttons. A step removes its own button before
 * or after the dialog closes, which would lose the focus.
 */
function useFocusAfterDialog(isOpen: boolean) {
  const group = useRef<HTMLElement>(null)
  /** The button that opened the last dialog. */
  const opener = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isOpen || !opener.current || document.activeElement !== document.body) return
    const target = opener.current.isConnected ? opener.current : group.current
    target?.focus({ preventScroll: true })
  })
  return { group, opener }
}

interface PaperButtonsProps {
  busy: boolean
  onSlip: () => void
  onCodeStickers: () => void
  onLabel: (event: MouseEvent<HTMLElement>) => void
}

/** Prints the packing slip, the address label and the QR codes of an order. */
function PaperButtons({ busy, onSlip, onCodeStickers, onLabel }: PaperButtonsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={onSlip}
      >
        {t('slip')}
      </AppButton>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={onLabel}
      >
        {t('label')}
      </AppButton>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={onCodeStickers}
      >
        {t('codeStickers')}
      </AppButton>
    </>
  )
}

const TONES = { confirm: 'primary', ship: 'primary', unship: 'quiet', cancel: 'quiet' } as const

/** The possible next steps of an order, and its papers. */
export function OrderActs({ order, onChanged, onDone }: ChangingProps) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const [openDialog, setOpenDialog] = useState<
    StaffStep | 'labels' | 'payment' | 'correction' | null
  >(null)
  const step = useOrderStep()
  const papers = useOrderPapers()
  const may = useMay()
  const steps = stepsOf(order).filter((next) => may(`POST /admin/orders/${next}`))
  const reminder = useRemind()
  const status = order.order_status.name
  const isMoneyAsked = openDialog === 'cancel' && order.refundable > 0
  const stepToConfirm =
    openDialog === 'labels' ||
    openDialog === 'payment' ||
    openDialog === 'correction' ||
    isMoneyAsked
      ? null
      : openDialog
  const close = () => setOpenDialog(null)
  const { group, opener } = useFocusAfterDialog(openDialog !== null)
  const ask = (dialog: NonNullable<typeof openDialog>) => (event: MouseEvent<HTMLElement>) => {
    opener.current = event.currentTarget
    setOpenDialog(dialog)
  }

  const go = (next: StaffStep) =>
    step.mutate(
      {
        step: next,
        id: order.id,
        version: order.version,
        despiteDispute: order.is_disputed,
      },
      {
        onSuccess: () => {
          showToast({ message: t(`done.${next}`) })
          onDone()
        },
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'changed_meanwhile') onChanged()
          else showToast({ kind: 'error', message: ofError(error) })
        },
        onSettled: close,
      },
    )
  const sendReminder = () =>
    reminder.mutate(
      { id: order.id, version: order.version },
      {
        onSuccess: () => {
          showToast({ message: t('remind.done') })
          onDone()
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : null
          if (code === 'changed_meanwhile') onChanged()
          else if (code === 'reminded_lately') {
            showToast({
              kind: 'error',
              message: t('remind.lately', { count: REMINDER_PAUSE_DAYS }),
            })
          } else showToast({ kind: 'error', message: ofError(error) })
        },
      },
    )
  const print = (paper: 'packingSlips' | 'addressLabels' | 'codeStickers', start = 1) =>
    papers.mutate(
      { paper, ids: [order.id], lang: currentLanguage(), start },
      {
        onSuccess: (file) => saveFile(file.name, file),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
        onSettled: close,
      },
    )

  return (
    <section ref={group} tabIndex={-1} aria-label={t('acts')} className={classes.acts}>
      {steps.map((next) => (
        <AppButton key={next} tone={TONES[next]} onClick={ask(next)}>
          {t(`step.${next}`)}
        </AppButton>
      ))}
      {isCorrectable(status) && may('POST /admin/orders/correct') ? (
        <AppButton tone="secondary" onClick={ask('correction')}>
          {t('correct.button')}
        </AppButton>
      ) : null}
      {status !== 'pending_confirmation' &&
      order.to_pay > 0 &&
      may('POST /admin/orders/recordPayment') ? (
        <AppButton tone="secondary" onClick={ask('payment')}>
          {t('payment.title')}
        </AppButton>
      ) : null}
      {isRemindable(order) && may('POST /admin/orders/remind') ? (
        <AppButton tone="secondary" loading={reminder.isPending} onClick={sendReminder}>
          {t('remind.button')}
        </AppButton>
      ) : null}
      {order.has_parcel && may('POST /admin/orders/packingSlips') ? (
        <PaperButtons
          busy={papers.isPending}
          onSlip={() => print('packingSlips')}
          onCodeStickers={() => print('codeStickers')}
          onLabel={ask('labels')}
        />
      ) : null}
      <ConfirmDialog
        opened={stepToConfirm !== null}
        title={t(`ask.${stepToConfirm ?? 'ship'}`)}
        confirmLabel={t(`step.${stepToConfirm ?? 'ship'}`)}
        dismissLabel={t('leave')}
        destructive={stepToConfirm === 'cancel'}
        loading={step.isPending}
        onConfirm={() => stepToConfirm && go(stepToConfirm)}
        onClose={close}
      >
        {stepToConfirm === 'ship' && order.is_disputed ? (
          <Notice kind="error">{t('disputedShip')}</Notice>
        ) : null}
        <p>{t('mailed')}</p>
        {stepToConfirm === 'unship' && order.unship_until ? (
          <p>{t('unshipUntil', { at: timeInWords(order.unship_until) })}</p>
        ) : null}
      </ConfirmDialog>
      {openDialog === 'correction' ? (
        <CorrectionDialog order={order} onChanged={onChanged} onDone={onDone} onClose={close} />
      ) : null}
      {isMoneyAsked ? (
        <CancelDialog order={order} onChanged={onChanged} onDone={onDone} onClose={close} />
      ) : null}
      {openDialog === 'labels' ? (
        <LabelDialog
          count={1}
          loading={papers.isPending}
          onPrint={(start) => print('addressLabels', start)}
          onClose={close}
        />
      ) : null}
      {openDialog === 'payment' ? <PaymentDialog order={order} onClose={close} /> : null}
    </section>
  )
}
