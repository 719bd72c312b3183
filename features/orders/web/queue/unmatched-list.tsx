import { useState } from 'react'
import { Link } from 'react-router'
import type { UnmatchedPayment } from '#features/bank-statements/contract.ts'
import { UNMATCHED_STATES } from '#features/bank-statements/unmatched-payments.ts'
import { useReopenPayment, useUnmatched } from '#features/bank-statements/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminList } from '#platform/web/ui/back-office/admin-list.tsx'
import type { Column } from '#platform/web/ui/back-office/data-table.tsx'
import { useAdminList } from '#platform/web/ui/back-office/use-admin-list.ts'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatAmount } from '#platform/web/ui/words/money.ts'
import { formatRefno } from '../../refno.ts'
import { AssignDialog, SetAsideDialog } from './match-dialogs.tsx'
import classes from './order-queue.module.css'

/** Payments of bank statements that matched no order: they are assigned to one by hand, or set aside. */
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
  const [dialog, setDialog] = useState<{ what: 'assign' | 'aside'; row: UnmatchedPayment } | null>(
    null,
  )
  const reopen = useReopenPayment()
  const reopenPayment = ({ id, version }: UnmatchedPayment) =>
    reopen.mutate(
      { id, version },
      { onError: (error) => showToast({ kind: 'error', message: ofError(error) }) },
    )
  const columns: Column<UnmatchedPayment>[] = [
    {
      key: 'payment',
      title: t('matching.payment'),
      render: (row) => (
        <div className={classes.first}>
          <strong>
            {row.amount === null ? '–' : `${row.currency} ${formatAmount(row.amount)}`}
          </strong>
          <span>{row.payer}</span>
          <span className={classes.hint}>{row.text}</span>
          {row.received_on ? (
            <span className={classes.hint}>{dateInWords(row.received_on)}</span>
          ) : null}
        </div>
      ),
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
          {row.note ? <span>{row.note}</span> : null}
          {row.settled_by ? <span className={classes.hint}>{row.settled_by.name}</span> : null}
          <span className={classes.rowActs}>
            {row.state === 'open' ? (
              <>
                {row.reason === 'reversal' ? null : (
                  <AppButton tone="secondary" onClick={() => setDialog({ what: 'assign', row })}>
                    {t('matching.assign')}
                  </AppButton>
                )}
                <AppButton tone="quiet" onClick={() => setDialog({ what: 'aside', row })}>
                  {t('matching.setAside')}
                </AppButton>
              </>
            ) : null}
            {row.state === 'set_aside' ? (
              <AppButton
                tone="quiet"
                disabled={reopen.isPending}
                onClick={() => reopenPayment(row)}
              >
                {t('reopen')}
              </AppButton>
            ) : null}
          </span>
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
        answer={useUnmatched(list.asked)}
        search={t('matching.search')}
        rows={columns}
        empty={{ title: t('matching.empty.title'), body: t('matching.empty.body') }}
      />
      {dialog?.what === 'assign' ? (
        <AssignDialog payment={dialog.row} onClose={() => setDialog(null)} />
      ) : null}
      {dialog?.what === 'aside' ? (
        <SetAsideDialog payment={dialog.row} onClose={() => setDialog(null)} />
      ) : null}
    </>
  )
}
