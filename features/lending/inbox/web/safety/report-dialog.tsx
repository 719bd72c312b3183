import { useState } from 'react'
import {
  MESSAGE_REPORT_REASONS,
  type MessageReportReason,
} from '#features/community/moderation/message-reports/message-report-reasons.ts'
import { useReportMessage } from '#features/community/moderation/reports/web/data/door.ts'
import type { Message, Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { isTooLong } from '#features/lending/conversations/transactions/web/door.ts'
import { StepForm, WordsField } from '#features/lending/loans/web/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { MessageChoice } from './message-choice.tsx'
import classes from './safety.module.css'

/** How many of the newest messages are offered to choose from. */
const CHOICE = 5

interface ReportDialogProps {
  transaction: Transaction
  ownId: string
  /** The id of the message whose report button was pressed; null chooses the newest. */
  messageId: string | null
  opened: boolean
  onClose: () => void
}

/** The messages of the other side, the newest first. */
export const reportable = ({ messages }: Pick<Transaction, 'messages'>, ownId: string): Message[] =>
  messages.filter(({ from_id }) => from_id !== ownId).toReversed()

/** Reports a message of the other side to the moderators. */
export function ReportDialog({ opened, onClose, ...props }: ReportDialogProps) {
  const { t } = useTranslation('inbox')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('report.title')}>
      <ReportForm {...props} onSent={onClose} />
    </Dialog>
  )
}

type ReportFormProps = Omit<ReportDialogProps, 'opened' | 'onClose'> & { onSent: () => void }

function ReportForm({ transaction, ownId, messageId, onSent }: ReportFormProps) {
  const { t } = useTranslation('inbox')
  const report = useReportMessage()
  const theirs = reportable(transaction, ownId)
  const pressedMessage = theirs.find(({ id }) => id === messageId)
  const choice = pressedMessage ? [pressedMessage] : theirs.slice(0, CHOICE)
  const [chosen, setChosen] = useState(choice[0]?.id ?? '')
  const [reason, setReason] = useState<MessageReportReason | null>(null)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const send = () => {
    setMissing(reason === null)
    if (reason === null || isTooLong(note) || report.isPending) return
    report.mutate(
      { message_id: chosen, reason, note: note.trim() },
      {
        onSuccess: () => {
          showToast({ message: t('report.sent') })
          onSent()
        },
      },
    )
  }
  return (
    <StepForm
      button={t('report.send')}
      pending={report.isPending}
      error={report.error instanceof ApiError ? report.error : undefined}
      onSend={send}
    >
      <p>{t('report.body')}</p>
      <MessageChoice messages={choice} chosen={chosen} onChange={setChosen} />
      <ChoiceField
        label={t('report.why')}
        options={MESSAGE_REPORT_REASONS.map((value) => ({
          value,
          label: t(`report.reason.${value}`),
        }))}
        value={reason}
        onChange={(value) => {
          setReason(value)
          setMissing(false)
        }}
      />
      {missing ? (
        <p role="alert" className={classes.missing}>
          {t('report.missing')}
        </p>
      ) : null}
      <WordsField label={t('report.note')} text={note} onChange={setNote} />
    </StepForm>
  )
}
