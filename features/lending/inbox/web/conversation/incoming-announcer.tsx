import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { plainText } from '#features/lending/conversations/messages/web/door.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'

interface IncomingAnnouncerProps {
  transaction: Transaction
  ownId: string
  otherName: string
}

/** Lets screen readers announce messages that arrive while the conversation is open, and no earlier ones. */
export function IncomingAnnouncer({ transaction, ownId, otherName }: IncomingAnnouncerProps) {
  const { t } = useTranslation('inbox')
  const newest = transaction.messages.at(-1)
  const latest = useRef({ transactionId: '', messageId: '' })
  const [text, setText] = useState('')
  useEffect(() => {
    const before = latest.current
    latest.current = { transactionId: transaction.id, messageId: newest?.id ?? '' }
    if (before.transactionId !== transaction.id) {
      setText('')
    } else if (newest && newest.id !== before.messageId && newest.from_id !== ownId) {
      const words = { name: otherName, text: plainText(newest.text) }
      setText(newest.automatic ? t('automatic.theirs', words) : t('incoming', words))
    }
  }, [transaction.id, newest, ownId, otherName, t])
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}
