import { useState } from 'react'
import { z } from 'zod'
import { SuspensionSuggestions } from '#features/community/members/web/door.ts'
import { MEASURE_REASON_MAX_LENGTH } from '#features/people/decisions/decision-kinds.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { plainTextSchema } from '#platform/shared/input/plain-text.ts'
import type { Language } from '#platform/shared/languages.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import type { MessageReport } from '../../contract.admin.ts'
import { useDecide } from './data/messages.ts'
import { WarningSuggestions } from './warning-suggestions.tsx'

/** The outcome and the measure of a report, as one choice. */
const CHOICES = ['unfounded', 'none', 'warn', 'suspend'] as const
type Choice = (typeof CHOICES)[number]

const schema = z.object({
  reason: plainTextSchema({
    max: MEASURE_REASON_MAX_LENGTH,
    tooLong: VALIDATION.tooLong,
    missing: VALIDATION.message,
    invalid: VALIDATION.invalid,
  }),
})

interface SettleDialogProps {
  /** The report to settle; null while the dialog is closed. */
  report: MessageReport | null
  /** True if the viewer may suspend accounts, as administrators may. */
  maySuspend: boolean
  /** Sends the decision; `decided` is 0 if another moderator was faster. */
  onDone: (decided: number) => void
  onClose: () => void
}

/** Asks for the outcome of a report and the measure against the author. */
export function SettleDialog({ report, onClose, ...rest }: SettleDialogProps) {
  const { t } = useTranslation('admin-cases')
  return (
    <Dialog opened={report !== null} onClose={onClose} title={t('messages.settle.title')}>
      {report ? <SettleForm key={report.id} report={report} {...rest} /> : null}
    </Dialog>
  )
}

function SettleForm({
  report,
  maySuspend,
  onDone,
}: Pick<SettleDialogProps, 'maySuspend' | 'onDone'> & { report: MessageReport }) {
  const { t } = useTranslation('admin-cases')
  const { author } = report
  const [choice, setChoice] = useState<Choice | null>(null)
  const [unchosen, setUnchosen] = useState(false)
  const decision = useDecide()
  const { form, field, onSubmit } = useSchemaForm(schema, { reason: '' })
  const name = author?.firstname ?? t('gone')
  const possible = CHOICES.filter(
    (each) =>
      !(each === 'warn' && !author?.reachable) &&
      !(each === 'suspend' && (!author || author.suspended || !maySuspend)),
  )
  const isReasonSent = choice === 'warn' || choice === 'suspend'
  const settle = (reason?: string) =>
    decision.mutate(
      choice === 'unfounded'
        ? { act: 'settle', id: report.id, outcome: 'unfounded' }
        : {
            act: 'settle',
            id: report.id,
            outcome: 'justified',
            ...(reason && isReasonSent && { measure: choice, reason }),
          },
      { onSuccess: ({ decided }) => onDone(decided) },
    )
  const submit = onSubmit(({ reason }) => settle(reason))
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        if (isReasonSent) return submit(event)
        event.preventDefault()
        if (choice) settle()
        else setUnchosen(true)
      }}
    >
      <SettleFailure error={decision.error} />
      {unchosen && !choice ? <Notice kind="error">{t('messages.settle.choose')}</Notice> : null}
      <ChoiceField
        label={t('messages.settle.label')}
        options={possible.map((value) => ({
          value,
          label: t(`messages.settle.choices.${value}`, { name }),
        }))}
        value={choice}
        onChange={setChoice}
      />
      {author && !author.reachable ? <p>{t('messages.settle.unreachable', { name })}</p> : null}
      {maySuspend || !author ? null : <p>{t('messages.settle.adminsSuspend')}</p>}
      {author && isReasonSent ? (
        <>
          <ReasonSuggestions
            choice={choice}
            language={author.lang}
            onChoose={(text) => {
              form.setFieldValue('reason', text)
              form.getInputNode('reason')?.focus()
            }}
          />
          <TextAreaField
            label={t('messages.settle.reason', { language: languageName(author.lang) })}
            max={MEASURE_REASON_MAX_LENGTH}
            lang={author.lang}
            field={field('reason')}
          />
          <p>{t('messages.settle.told', { name })}</p>
        </>
      ) : null}
      {report.reporter ? <p>{t('messages.settle.reporter', { name })}</p> : null}
      <div className={forms.actions}>
        <AppButton
          type="submit"
          tone={choice === 'suspend' ? 'danger' : 'primary'}
          loading={decision.isPending}
        >
          {t(`messages.settle.submit.${choice ?? 'none'}`)}
        </AppButton>
      </div>
    </form>
  )
}

interface ReasonSuggestionsProps {
  choice: 'warn' | 'suspend'
  /** Language of the author of the message. */
  language: Language
  onChoose: (text: string) => void
}

function ReasonSuggestions({ choice, language, onChoose }: ReasonSuggestionsProps) {
  const { t } = useTranslation('admin-cases')
  const title = t('messages.settle.suggestions')
  return choice === 'suspend' ? (
    <SuspensionSuggestions title={title} language={language} onChoose={onChoose} />
  ) : (
    <WarningSuggestions title={title} language={language} onChoose={onChoose} />
  )
}

function SettleFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation('admin-cases')
  const { ofError } = useErrorText()
  if (!error) return null
  const isAdmin = error instanceof ApiError && error.code === 'is_admin'
  return <Notice kind="error">{isAdmin ? t('messages.settle.isAdmin') : ofError(error)}</Notice>
}
