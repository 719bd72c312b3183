import { z } from 'zod'
import { messageTextSchema } from '#features/lending/conversations/messages/contract.bodies.ts'
import {
  MESSAGE_REPORT_REASONS,
  type MessageReportReason,
} from '#features/lending/conversations/messages/message-report-reasons.ts'
import type { Transaction } from '#features/lending/conversations/transactions/contract.ts'
import { StepForm, WordsField } from '#features/lending/loans/web/door.ts'
import { optionalText } from '#platform/shared/input/plain-text.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useReportMessage } from '../data/reporting.ts'
import { MessageChoice } from './message-choice.tsx'
import { reportable } from './reportable.ts'
import classes from './safety.module.css'

/** How many of the newest messages are offered to choose from. */
const CHOICE = 5

interface ReportDialogProps {
  transaction: Transaction
  ownId: string
  /** The id of the message whose report button was pressed; null selects the newest. */
  messageId: string | null
  opened: boolean
  onClose: () => void
}

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

const schema = z.object({
  message_id: z.string(),
  reason: z.enum(MESSAGE_REPORT_REASONS),
  note: optionalText(messageTextSchema),
})
interface ReportValues extends Record<string, unknown> {
  message_id: string
  reason: MessageReportReason | null
  note: string
}

function ReportForm({ transaction, ownId, messageId, onSent }: ReportFormProps) {
  const { t } = useTranslation('inbox')
  const report = useReportMessage()
  const theirs = reportable(transaction, ownId)
  const pressedMessage = theirs.find(({ id }) => id === messageId)
  const choice = pressedMessage ? [pressedMessage] : theirs.slice(0, CHOICE)
  const form = useSchemaForm<ReportValues>(schema, {
    message_id: choice[0]?.id ?? '',
    reason: null,
    note: '',
  })
  const { values, errors, setFieldValue } = form.form
  const send = ({ message_id, reason, note }: ReportValues) => {
    if (reason === null || report.isPending) return
    report.mutate(
      { message_id, reason, note: note.trim() },
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
      form={form}
      button={t('report.send')}
      pending={report.isPending}
      error={report.error instanceof ApiError ? report.error : undefined}
      onSend={send}
    >
      <p>{t('report.body')}</p>
      <MessageChoice
        messages={choice}
        chosen={values.message_id}
        onChange={(id) => setFieldValue('message_id', id)}
      />
      <ChoiceField
        label={t('report.why')}
        options={MESSAGE_REPORT_REASONS.map((value) => ({
          value,
          label: t(`report.reason.${value}`),
        }))}
        value={values.reason}
        path="reason"
        onChange={(value) => setFieldValue('reason', value)}
      />
      {errors.reason ? (
        <p role="alert" className={classes.missing}>
          {t('report.missing')}
        </p>
      ) : null}
      <WordsField label={t('report.note')} field={form.field('note')} />
    </StepForm>
  )
}
