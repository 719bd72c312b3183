import { lazy, Suspense, useCallback, useState } from 'react'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { BlockDialog } from './block-dialog.tsx'
import { reportable } from './reportable.ts'
import { type Blocking, useBlocking } from './use-blocking.ts'

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })),
)

export interface Safety {
  blocking: Blocking
  /** Opens the dialog to block the other side; undefined if there is no account to block. */
  onBlock: (() => void) | undefined
  /**
   * Opens the report of a message, or of the newest if none is named; undefined if the other side has written
   * nothing.
   */
  onReport: ((messageId?: string) => void) | undefined
  dialogs: React.ReactNode
}

/** Blocking and reporting the other side of a conversation, each with its dialog. */
export function useSafety(transaction: Transaction, ownId: string): Safety {
  const blocking = useBlocking(transaction, ownId)
  const [open, setOpen] = useState<'block' | 'report' | null>(null)
  /** The message to report, or null for the newest; undefined before the first report. */
  const [messageId, setMessageId] = useState<string | null>()
  const { otherId, name, blocked } = blocking
  const close = () => setOpen(null)
  const report = useCallback((id?: string) => {
    setMessageId(id ?? null)
    setOpen('report')
  }, [])
  return {
    blocking,
    onBlock: otherId === null || blocked ? undefined : () => setOpen('block'),
    onReport: reportable(transaction, ownId).length > 0 ? report : undefined,
    dialogs: (
      <>
        {otherId === null ? null : (
          <BlockDialog
            opened={open === 'block'}
            onClose={close}
            transaction={transaction}
            otherId={otherId}
            name={name}
          />
        )}
        {messageId === undefined ? null : (
          <Suspense>
            <ReportDialog
              opened={open === 'report'}
              onClose={close}
              transaction={transaction}
              ownId={ownId}
              messageId={messageId}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
