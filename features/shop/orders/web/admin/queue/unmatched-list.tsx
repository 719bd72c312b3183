import { useState } from 'react'
import { Link } from 'react-router'
import type { UnmatchedPayment } from '#features/shop/orders/bank-statements/contract.admin.ts'
import { UNMATCHED_STATES } from '#features/shop/orders/bank-statements/unmatched-payments.ts'
import {
  useReopenPayment,
  useUnmatched,
} from '#features/shop/orders/bank-statements/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { formatRefno } from '../../../refno.ts'
import { AssignDialog, GiveBackDialog, ManyAsideDialog, SetAsideDialog } from './match-dialogs.tsx'
import classes from './order-queue.module.css'

type DialogKind = 'assign' | 'aside' | 'giveBack'

/** The payment itself: its amount, payer, text and day. */
function PaymentCell({ payment }: { payment: UnmatchedPayment }) {
  return (
    <div className={classes.first}>
      <strong>
        {payment.amount === null ? '–' : formatMoney(payment.amount, payment.currency)}
      </strong>
      <span>{payment.payer}</span>
      <span className={classes.hint}>{payment.text}</span>
      {payment.received_on ? (
        <span className={classes.hint}>{dateInWords(payment.received_on)}</span>
      ) : null}
    </div>
  )
}

interface PaymentButtonsProps {
  payment: UnmatchedPayment
  busy: boolean
  onDialog: (kind: DialogKind) => void
  onReopen: () => void
}

/** Actions for a payment, depending on its state. */
function PaymentButtons({ payment, busy, onDialog, onReopen }: PaymentButtonsProps) {
  const { t } = useTranslation('admin-orders')
  return (
    <span className={classes.rowActs}>
      {payment.state === 'open' ? (
        <>
          {payment.reason === 'reversal' ? null : (
            <AppButton tone="secondary" onClick={() => onDialog('assign')}>
              {t('matching.assign')}
            </AppButton>
          )}
          {payment.reason === 'reversal' || payment.amount === null ? null : (
            <AppButton tone="quiet" onClick={() => onDialog('giveBack')}>
              {t('matching.giveBack')}
            </AppButton>
          )}
          <AppButton tone="quiet" onClick={() => onDialog('aside')}>
            {t('matching.setAside')}
          </AppButton>
        </>
      ) : null}
      {payment.state === 'set_aside' ? (
        <AppButton tone="quiet" disabled={busy} onClick={onReopen}>
          {t('reopen')}
        </AppButton>
      ) : null}
    </span>
  )
}

/** Bank payments that matched no order; administrators assign them or set them aside. */
export function UnmatchedList() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const list = useAdminList({
    filters: {
      state: {
        kind: 'states',
        label: t('columns.status'),
        usual: 'open',
        choices: UNMATCHED_STATES.map((value) => ({ value, label: t(`matching.state.${value}`) })),
      },
    },
  })
  const answer = useUnmatched(list.asked)
  const [chosenIds, setChosenIds] = useState<string[]>([])
  const [isAsideOpen, setAsideOpen] = useState(false)
  // Deselects payments that were changed or are no longer on this page.
  const chosen = (answer.data?.rows ?? []).filter(
    ({ id, state }) => state === 'open' && chosenIds.includes(id),
  )
  const [dialog, setDialog] = useState<{ kind: DialogKind; payment: UnmatchedPayment } | null>(null)
  const reopen = useReopenPayment()
  const reopenPayment = ({ id, version }: UnmatchedPayment) =>
    reopen.mutate(
      { id, version },
      {
        onSuccess: () => showToast({ message: t('matching.reopened') }),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  const columns: Column<UnmatchedPayment>[] = [
    {
      key: 'payment',
      verbatim: true,
      title: t('matching.payment'),
      render: (row) => <PaymentCell payment={row} />,
    },
    {
      key: 'reason',
      title: t('matching.why'),
      render: (row) => (
        <div className={classes.first}>
          <span>{t(`reason.${row.reason}`)}</span>
          {row.order_id && row.refno ? (
            <Link to={adminPaths.screen('orders', row.order_id)}>{formatRefno(row.refno)}</Link>
          ) : null}
          {row.assigned ? (
            <span>
              {t('matching.assignedTo')}{' '}
              <Link to={adminPaths.screen('orders', row.assigned.id)}>
                {formatRefno(row.assigned.refno)}
              </Link>
            </span>
          ) : null}
          {row.assigned ? <span className={classes.hint}>{t('matching.wrongOne')}</span> : null}
          {row.note ? <span>{row.note}</span> : null}
          {row.settled_by ? <span className={classes.hint}>{row.settled_by.name}</span> : null}
          <PaymentButtons
            payment={row}
            busy={reopen.isPending}
            onDialog={(kind) => setDialog({ kind, payment: row })}
            onReopen={() => reopenPayment(row)}
          />
        </div>
      ),
    },
  ]
  return (
    <>
      <h2 className={classes.listTitle}>{t('matching.waiting')}</h2>
      <AdminList
        label={t('matching.waiting')}
        list={list}
        answer={answer}
        search={t('matching.search')}
        rows={columns}
        empty={{ title: t('matching.empty.title'), body: t('matching.empty.body') }}
        selection={
          list.asked.state === 'open'
            ? {
                ids: chosen.map(({ id }) => id),
                onChange: setChosenIds,
                nameOf: ({ payer, text }) => payer ?? text,
              }
            : undefined
        }
      >
        {chosen.length > 0 ? (
          <AppButton tone="secondary" onClick={() => setAsideOpen(true)}>
            {t('matching.manyAside', { count: chosen.length })}
          </AppButton>
        ) : null}
      </AdminList>
      {dialog?.kind === 'assign' ? (
        <AssignDialog payment={dialog.payment} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.kind === 'giveBack' ? (
        <GiveBackDialog payment={dialog.payment} onClose={() => setDialog(null)} />
      ) : null}
      {isAsideOpen ? (
        <ManyAsideDialog
          payments={chosen}
          onClose={() => {
            setAsideOpen(false)
            setChosenIds([])
          }}
        />
      ) : null}
      {dialog?.kind === 'aside' ? (
        <SetAsideDialog payment={dialog.payment} onClose={() => setDialog(null)} />
      ) : null}
    </>
  )
}
