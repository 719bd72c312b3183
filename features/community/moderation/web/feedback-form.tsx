import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { readDraft, writeDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { FEEDBACK_MAX_LENGTH, FEEDBACK_TYPES, generalFeedbackSchema } from '../contract.ts'
import { useSendFeedback } from './data/sending.ts'

const feedbackDraft = z.object({ type: z.enum(FEEDBACK_TYPES), content: z.string() })
type FeedbackValues = z.infer<typeof feedbackDraft>

const DRAFT = 'feedback'
const EMPTY: FeedbackValues = { type: 'question', content: '' }

interface FeedbackFormProps {
  onBusy: (busy: boolean) => void
  onSent: () => void
  onClose: () => void
}

/** Form for feedback about the app. The text is kept on the device until it is sent. */
export function FeedbackForm({ onBusy, onSent, onClose }: FeedbackFormProps) {
  const { t } = useTranslation('general-feedbacks')
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<FeedbackValues>(
    generalFeedbackSchema,
    readDraft(DRAFT, feedbackDraft) ?? EMPTY,
    (values) => writeDraft(DRAFT, values),
  )
  const feedback = useSendFeedback()
  // A ref, because a second press can come before the first one renders as pending. Reset after a failure.
  const underWay = useRef(false)

  const send = (values: FeedbackValues) => {
    if (underWay.current) return
    underWay.current = true
    onBusy(true)
    feedback.mutate(values, {
      onSuccess: () => {
        writeDraft(DRAFT, null)
        showToast({ message: t('sent'), seconds: 5 })
        onBusy(false)
        onSent()
      },
      onError: (error) => {
        underWay.current = false
        onBusy(false)
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ChoiceField
        label={t('type')}
        options={FEEDBACK_TYPES.map((type) => ({ value: type, label: t(`types.${type}`) }))}
        value={form.values.type}
        onChange={(type) => form.setFieldValue('type', type)}
      />
      <TextAreaField
        label={t('content')}
        max={FEEDBACK_MAX_LENGTH}
        rows={6}
        field={field('content')}
      />
      {feedback.isError ? <Failure error={feedback.error} onClose={onClose} /> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={feedback.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}

/** If the session has ended, the text is still there after logging in. */
function Failure({ error, onClose }: { error: Error; onClose: () => void }) {
  const { t } = useTranslation('layout')
  const { ofError } = useErrorText()
  const { pathname, search } = useLocation()
  const loggedOut = error instanceof ApiError && error.code === 'unauthorized'
  return (
    <Notice
      kind="error"
      action={
        loggedOut ? (
          <AppButton
            component={Link}
            to={paths.login(`${pathname}${search}`)}
            tone="secondary"
            onClick={onClose}
          >
            {t('logIn')}
          </AppButton>
        ) : null
      }
    >
      {ofError(error)}
    </Notice>
  )
}
