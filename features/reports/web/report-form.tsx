import { useRef } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import { readDraft, writeDraft } from '#platform/web/data/draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import {
  REPORT_MESSAGE_MAX_LENGTH,
  REPORT_TYPES,
  reporterEmailSchema,
  reportSchema,
} from '../contract.ts'
import { useStoreReport } from './data/reports.ts'

const reportDraft = z.object({
  reportTypeId: z.literal(REPORT_TYPES.map(({ id }) => id)),
  /** A title, which only the type `other` has. */
  title: z.string(),
  message: z.string(),
  email: z.string(),
})
type ReportValues = z.infer<typeof reportDraft>

const fields = reportSchema.pick({ reportTypeId: true, title: true, message: true, email: true })

/** The required fields: a title for the type `other`, and an address for visitors. */
function schemaOf(other: boolean, visitor: boolean) {
  const all = visitor ? fields.extend(reporterEmailSchema.shape) : fields
  return other ? all : all.omit({ title: true })
}

const nameOf = (typeId: number) => REPORT_TYPES.find(({ id }) => id === typeId)?.name ?? 'other'

interface ReportFormProps {
  letterboxId: string
  /** The e-mail address of the account; null for a visitor. */
  email: string | null
  takeCaptcha: () => Promise<string | undefined>
  onBusy: (busy: boolean) => void
  onSent: () => void
}

/** Reports what is wrong with a letterbox. The text is kept on the device until it was sent. */
export function ReportForm({ letterboxId, email, takeCaptcha, onBusy, onSent }: ReportFormProps) {
  const { t } = useTranslation('reports')
  const { ofError } = useErrorText()
  const draft = `report.${letterboxId}`
  const other = useRef(false)
  const initial = readDraft(draft, reportDraft) ?? {
    reportTypeId: REPORT_TYPES[0].id,
    title: '',
    message: '',
    email: email ?? '',
  }
  const values = useRef<ReportValues>(initial)
  other.current = nameOf(values.current.reportTypeId) === 'other'
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<ReportValues>(
    schemaOf(other.current, email === null),
    initial,
    (nextValues) => {
      values.current = nextValues
      writeDraft(draft, nextValues)
    },
  )
  const store = useStoreReport(takeCaptcha)
  // A ref, since a second press can come before the first one is rendered as pending. Reset after a
  // failure.
  const underWay = useRef(false)

  const send = (report: ReportValues) => {
    if (underWay.current) return
    underWay.current = true
    onBusy(true)
    const type = nameOf(report.reportTypeId)
    const title = type === 'other' ? report.title : t(`types.${type}`)
    store.mutate(
      { ...report, title, lang: currentLanguage(), letterboxId },
      {
        onSuccess: () => {
          writeDraft(draft, null)
          showToast({ message: t('sent'), seconds: 3 })
          onBusy(false)
          onSent()
        },
        onError: (error) => {
          underWay.current = false
          onBusy(false)
          if (error instanceof ApiError) showFieldErrors(error)
        },
      },
    )
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ChoiceField
        label={t('type')}
        options={REPORT_TYPES.map(({ id, name }) => ({ value: id, label: t(`types.${name}`) }))}
        value={form.values.reportTypeId as 1 | 2 | 3}
        onChange={(id) => form.setFieldValue('reportTypeId', id)}
      />
      {nameOf(form.values.reportTypeId) === 'other' ? (
        <TextField label={t('title')} required withAsterisk={false} {...field('title')} />
      ) : null}
      <TextAreaField
        label={t('message')}
        optional
        max={REPORT_MESSAGE_MAX_LENGTH}
        field={field('message')}
      />
      <EmailField
        label={t('email')}
        description={t('emailHint')}
        required={email === null}
        optional={email !== null}
        {...field('email')}
      />
      {store.isError ? <Notice kind="error">{ofError(store.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={store.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}
