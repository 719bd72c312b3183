import {
  FEEDBACK_MAX_LENGTH,
  FEEDBACK_TYPES,
  generalFeedbackSchema,
} from '@letterlend/contract/general-feedbacks.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { ApiError } from '../../data/api-client.ts'
import { readDraft, writeDraft } from '../../data/draft.ts'
import { useSendFeedback } from '../../data/general-feedbacks.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { Notice } from '../../ui/notice.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

const feedbackDraft = z.object({ type: z.enum(FEEDBACK_TYPES), content: z.string() })
type FeedbackValues = z.infer<typeof feedbackDraft>

const DRAFT = 'feedback'
const EMPTY: FeedbackValues = { type: 'question', content: '' }

interface FeedbackFormProps {
  onBusy: (busy: boolean) => void
  onSent: () => void
  onClose: () => void
}

/** What a user thinks of the app. What was typed is kept until it was sent. */
export function FeedbackForm({ onBusy, onSent, onClose }: FeedbackFormProps) {
  const { t } = useTranslation('general-feedbacks')
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<FeedbackValues>(
    generalFeedbackSchema,
    readDraft(DRAFT, feedbackDraft) ?? EMPTY,
    (values) => writeDraft(DRAFT, values),
  )
  const feedback = useSendFeedback()
  // Set until it failed: a second press comes before the first is seen to be on its way.
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

/** Whoever was logged out finds the text again after logging in. */
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
