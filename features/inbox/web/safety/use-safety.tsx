import { useCallback, useState } from 'react'
import type { Transaction } from '#features/transactions/contract.ts'
import { BlockDialog } from './block-dialog.tsx'
import { ReportDialog, reportable } from './report-dialog.tsx'
import { type Blocking, useBlocking } from './use-blocking.ts'

export interface Safety {
  blocking: Blocking
  /** Undefined where nobody can be blocked. */
  onBlock: (() => void) | undefined
  /** Undefined where the other side has written nothing; without a message the newest is meant. */
  onReport: ((messageId?: string) => void) | undefined
  dialogs: React.ReactNode
}

/** What can be done about the other side of a conversation: each with a dialog of its own. */
export function useSafety(transaction: Transaction, ownId: string): Safety {
  const blocking = useBlocking(transaction, ownId)
  const [open, setOpen] = useState<'block' | 'report' | null>(null)
  const [messageId, setMessageId] = useState<string | null>(null)
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
        <ReportDialog
          opened={open === 'report'}
          onClose={close}
          transaction={transaction}
          ownId={ownId}
          messageId={messageId}
        />
      </>
    ),
  }
}
