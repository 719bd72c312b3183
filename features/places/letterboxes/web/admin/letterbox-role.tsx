import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { SwitchField } from '#platform/web/ui/forms/switch-field.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { type AdminLetterbox, letterboxRoleSchema } from '../../contract.admin.ts'
import { useModerateLetterbox } from './data/letterboxes.ts'

/** For administrators: whether the owner is a reseller, and until when a membership is given. */
export function LetterboxRole({ letterbox }: { letterbox: AdminLetterbox }) {
  const { t } = useTranslation('admin-letterboxes')
  const { ofError } = useErrorText()
  const { id, version, supporter_until } = letterbox
  const change = useModerateLetterbox(id)
  const { form, field, onSubmit, isAboutFields } = useSchemaForm(letterboxRoleSchema, {
    reseller: letterbox.reseller,
    supporter_given_until: letterbox.supporter_given_until,
  })
  const until = field('supporter_given_until')
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit((values) =>
        change.mutate(
          { act: 'role', body: { id, version, ...values } },
          { onSuccess: () => showToast({ message: t('role.done') }) },
        ),
      )}
    >
      <SwitchField
        label={t('role.reseller')}
        description={t('role.resellerHint')}
        checked={form.values.reseller}
        onChange={(checked) => form.setFieldValue('reseller', checked)}
      />
      <TextField
        optional
        type="date"
        label={t('role.until')}
        description={
          supporter_until
            ? t('role.supporterUntil', { date: dateInWords(supporter_until) })
            : t('role.noSupporter')
        }
        {...until}
        value={form.values.supporter_given_until ?? ''}
        onChange={(event) =>
          form.setFieldValue('supporter_given_until', event.currentTarget.value || null)
        }
      />
      {change.isError && !isAboutFields(change.error) ? (
        <Notice kind="error">{ofError(change.error)}</Notice>
      ) : null}
      <div>
        <AppButton type="submit" tone="secondary" loading={change.isPending}>
          {t('role.save')}
        </AppButton>
      </div>
    </form>
  )
}
