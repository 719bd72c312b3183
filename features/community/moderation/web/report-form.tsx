import { useRef } from 'react'
import { z } from 'zod'
import { REPORT_TYPES } from '#features/places/letterboxes/report-types.ts'
import { VALIDATION } from '#platform/shared/errors.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { readDraft, writeDraft } from '#platform/web/data/draft.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { TextAreaField } from '#platform/web/ui/forms/text-area-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import {
  REPORT_MESSAGE_MAX_LENGTH,
  REPORTER_NAME_MAX_LENGTH,
  reporterEmailSchema,
  reportSchema,
} from '../contract.ts'
import { useStoreReport } from './data/sending.ts'

const reportDraft = z.object({
  reportTypeId: z.literal(REPORT_TYPES.map(({ id }) => id)),
  /** The title, only used for the type `other`. */
  title: z.string(),
  message: z.string(),
  email: z.string(),
  name: z.string().default(''),
  good_faith: z.boolean().default(false),
  without_name: z.boolean().default(false),
})
type ReportValues = z.infer<typeof reportDraft>

const fields = reportSchema.omit({ lang: true, letterboxId: true, captcha: true })

/** What a notice of illegal content needs: the reason and the reporter. */
const noticeSchema = z.object({
  message: fields.shape.message.pipe(z.string().min(1, VALIDATION.message)),
  good_faith: z.literal(true, VALIDATION.invalid),
})
const namedSchema = z.object({ name: fields.shape.name.pipe(z.string().min(1, VALIDATION.name)) })

/** Required fields: a title for the type `other`, an address for visitors, and everything a notice needs. */
function schemaOf({ reportTypeId, without_name }: ReportValues, isVisitor: boolean) {
  const type = nameOf(reportTypeId)
  const isUnnamed = type === 'illegal' && without_name
  const withEmail = isVisitor && !isUnnamed ? fields.extend(reporterEmailSchema.shape) : fields
  const all = type === 'illegal' ? withEmail.extend(noticeSchema.shape) : withEmail
  const named = type === 'illegal' && !isUnnamed ? all.extend(namedSchema.shape) : all
  return type === 'other' ? named : named.omit({ title: true })
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

/** Form to report a letterbox. The text is kept on the device until it is sent. */
export function ReportForm({ letterboxId, email, takeCaptcha, onBusy, onSent }: ReportFormProps) {
  const { t } = useTranslation('reports')
  const { ofError } = useErrorText()
  const draft = `report.${letterboxId}`
  const initial = readDraft(draft, reportDraft) ?? {
    reportTypeId: REPORT_TYPES[0].id,
    title: '',
    message: '',
    email: email ?? '',
    name: '',
    good_faith: false,
    without_name: false,
  }
  const values = useRef<ReportValues>(initial)
  const { form, field, onSubmit, showFieldErrors } = useSchemaForm<ReportValues>(
    schemaOf(values.current, email === null),
    initial,
    (nextValues) => {
      values.current = nextValues
      writeDraft(draft, nextValues)
    },
  )
  const store = useStoreReport(takeCaptcha)
  // A ref, because a second press can come before the first one renders as pending. Reset after a failure.
  const underWay = useRef(false)

  const send = (report: ReportValues) => {
    if (underWay.current) return
    underWay.current = true
    onBusy(true)
    const type = nameOf(report.reportTypeId)
    const title = type === 'other' ? report.title : t(`types.${type}`)
    const { name, good_faith, without_name, ...rest } = report
    const notice = type === 'illegal' ? { name, good_faith, without_name } : {}
    store.mutate(
      { ...rest, ...notice, title, lang: currentLanguage(), letterboxId },
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

  const isNotice = nameOf(form.values.reportTypeId) === 'illegal'
  const isUnnamed = isNotice && form.values.without_name
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <ChoiceField
        label={t('type')}
        options={REPORT_TYPES.map(({ id, name }) => ({ value: id, label: t(`types.${name}`) }))}
        value={form.values.reportTypeId as 1 | 2 | 3 | 4}
        onChange={(id) => form.setFieldValue('reportTypeId', id)}
      />
      {nameOf(form.values.reportTypeId) === 'other' ? (
        <TextField label={t('title')} required withAsterisk={false} {...field('title')} />
      ) : null}
      {isNotice ? <p className={forms.hint}>{t('illegal.hint')}</p> : null}
      <TextAreaField
        label={t('message')}
        optional={!isNotice}
        max={REPORT_MESSAGE_MAX_LENGTH}
        field={field('message')}
      />
      <EmailField
        label={t('email')}
        description={t('emailHint')}
        required={email === null && !isUnnamed}
        optional={email !== null || isUnnamed}
        {...field('email')}
      />
      {isNotice ? (
        <>
          <TextField
            label={t('illegal.name')}
            autoComplete="name"
            maxLength={REPORTER_NAME_MAX_LENGTH}
            required={!isUnnamed}
            optional={isUnnamed}
            withAsterisk={false}
            {...field('name')}
          />
          <CheckField
            label={t('illegal.withoutName')}
            hint={t('illegal.withoutNameHint')}
            checked={form.values.without_name}
            onChange={(without_name) => form.setFieldValue('without_name', without_name)}
          />
          <CheckField
            label={t('illegal.goodFaith')}
            hint={t('illegal.goodFaithHint')}
            checked={form.values.good_faith}
            onChange={(good_faith) => form.setFieldValue('good_faith', good_faith)}
          />
          {form.errors.good_faith ? (
            <Notice kind="error">{t('illegal.needsGoodFaith')}</Notice>
          ) : null}
        </>
      ) : null}
      {store.isError ? <Notice kind="error">{ofError(store.error)}</Notice> : null}
      <div className={forms.actions}>
        <AppButton type="submit" loading={store.isPending}>
          {t('send')}
        </AppButton>
      </div>
    </form>
  )
}
