import { type ReactNode, useState } from 'react'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type AdminOrderRow, BULK_ACTS, type BulkOutcome } from '../../../contract.admin.ts'
import { formatRefno } from '../../../refno.ts'
import { type OrderPaper, useBulk, useOrderPapers } from '../data/orders.ts'
import { LabelDialog } from './label-dialog.tsx'
import classes from './order-queue.module.css'
import { isPosted, isRemindable, stepsOf } from './queue-steps.ts'

type Act = (typeof BULK_ACTS)[number]

/** Disputed orders are shipped one by one, on their own page with a confirmation. */
function canGo(act: Act, order: AdminOrderRow): boolean {
  if (act === 'remind') return isRemindable(order)
  if (act === 'ship' && order.is_disputed) return false
  return stepsOf(order).includes(act)
}

const ICONS: Record<Act, ReactNode> = {
  confirm: <Icon name="check" />,
  ship: <AdminIcon name="truck" />,
  remind: <Icon name="email" />,
}

interface BulkBarProps {
  orders: AdminOrderRow[]
  /** How many orders were selected; those above the limit of one call are cut off. */
  wanted: number
  /** Called when all orders succeeded. */
  onDone: () => void
  onClear: () => void
}

/** Actions for the selected orders, and their results. */
export function BulkBar({ orders, wanted, onDone, onClear }: BulkBarProps) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const may = useMay()
  const [askingAct, setAskingAct] = useState<Act | 'labels' | null>(null)
  const bulk = useBulk()
  const papers = useOrderPapers()
  const mayPack = may('POST /admin/orders/packingSlips')
  const posted = mayPack ? orders.filter(isPosted) : []

  const go = (act: Act) =>
    bulk.mutate(
      {
        act,
        orders: orders
          .filter((order) => canGo(act, order))
          .map(({ id, version }) => ({ id, version })),
      },
      {
        onSuccess: (results) => {
          const doneCount = results.filter(({ outcome }) => outcome === 'done').length
          if (doneCount > 0) showToast({ message: t(`bulk.done.${act}`, { count: doneCount }) })
          if (doneCount === results.length) onDone()
        },
        onSettled: () => setAskingAct(null),
      },
    )
  const print = (paper: OrderPaper, start?: number) => {
    const ids = posted.map(({ id }) => id)
    const wish = { paper, ids, lang: currentLanguage(), ...(start === undefined ? {} : { start }) }
    papers.mutate(wish, {
      onSuccess: (file) => saveFile(file.name, file),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: () => setAskingAct(null),
    })
  }
  const failed = bulk.data?.filter(({ outcome }) => outcome !== 'done') ?? []
  const actToConfirm = askingAct === 'labels' ? null : askingAct
  const countFor = (act: Act) =>
    may(`POST /admin/orders/${act}`) ? orders.filter((order) => canGo(act, order)).length : 0

  return (
    <section className={classes.bulk} aria-label={t('bulk.label')}>
      <div className={classes.bulkRow}>
        <strong role="status">
          {wanted > orders.length
            ? t('bulk.cut', { chosen: orders.length, wanted })
            : t('bulk.chosen', { count: orders.length })}
        </strong>
        <AppButton tone="quiet" onClick={onClear} leftSection={<Icon name="close" />}>
          {t('bulk.clear')}
        </AppButton>
      </div>
      <div className={classes.bulkRow}>
        <ActButtons countFor={countFor} onAct={setAskingAct} />
        {posted.length > 0 ? (
          <PaperButtons
            count={posted.length}
            busy={papers.isPending}
            onPrint={print}
            onLabels={() => setAskingAct('labels')}
          />
        ) : null}
      </div>
      {posted.length > 0 && posted.length < orders.length ? (
        <p className={classes.hint}>
          {t('bulk.withoutParcel', { count: orders.length - posted.length })}
        </p>
      ) : null}
      {failed.length > 0 ? <Failures failed={failed} /> : null}
      {bulk.isError ? <Notice kind="error">{ofError(bulk.error)}</Notice> : null}
      <ConfirmDialog
        opened={actToConfirm !== null}
        title={t(`bulk.ask.${actToConfirm ?? 'ship'}`, { count: countFor(actToConfirm ?? 'ship') })}
        confirmLabel={t(`bulk.${actToConfirm ?? 'ship'}`, {
          count: countFor(actToConfirm ?? 'ship'),
        })}
        loading={bulk.isPending}
        onConfirm={() => actToConfirm && go(actToConfirm)}
        onClose={() => setAskingAct(null)}
      >
        <p>{t('bulk.mails')}</p>
      </ConfirmDialog>
      {askingAct === 'labels' ? (
        <LabelDialog
          count={posted.length}
          loading={papers.isPending}
          onPrint={(start) => print('addressLabels', start)}
          onClose={() => setAskingAct(null)}
        />
      ) : null}
    </section>
  )
}

interface ActButtonsProps {
  /** For how many of the selected orders the step is possible. */
  countFor: (act: Act) => number
  onAct: (act: Act) => void
}

/** The steps that are possible for at least one selected order. */
function ActButtons({ countFor, onAct }: ActButtonsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <>
      {BULK_ACTS.map((act) =>
        countFor(act) > 0 ? (
          <AppButton key={act} tone="secondary" leftSection={ICONS[act]} onClick={() => onAct(act)}>
            {t(`bulk.${act}`, { count: countFor(act) })}
          </AppButton>
        ) : null,
      )}
    </>
  )
}

interface PaperButtonsProps {
  /** How many of the selected orders are sent by post. */
  count: number
  busy: boolean
  onPrint: (paper: OrderPaper) => void
  onLabels: () => void
}

function PaperButtons({ count, busy, onPrint, onLabels }: PaperButtonsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={() => onPrint('packingList')}
      >
        {t('bulk.packingList')}
      </AppButton>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={() => onPrint('packingSlips')}
      >
        {t('bulk.packingSlips', { count: count })}
      </AppButton>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={onLabels}
      >
        {t('bulk.labels', { count: count })}
      </AppButton>
      <AppButton
        tone="secondary"
        disabled={busy}
        leftSection={<AdminIcon name="print" />}
        onClick={() => onPrint('codeStickers')}
      >
        {t('bulk.codeStickers')}
      </AppButton>
    </>
  )
}

/** The orders that could not be changed, with the reason. */
function Failures({ failed }: { failed: BulkOutcome[] }) {
  const { t } = useTranslation('admin-orders')
  return (
    <Notice kind="error" title={t('bulk.failed', { count: failed.length })}>
      <ul className={classes.plainList}>
        {failed.map(({ id, refno, outcome }) =>
          outcome === 'done' ? null : (
            <li key={id}>
              {refno ? `${formatRefno(refno)}: ` : null}
              {t(`bulk.outcome.${outcome}`)}
            </li>
          ),
        )}
      </ul>
    </Notice>
  )
}
