import { ApiError } from '#platform/web/data/api-client.ts'
import { scannedParcelCode } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import formClasses from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { CodeMeaning } from '../contract.ts'
import { parcelCodeSchema } from '../parcel-code-schema.ts'
import { useAboutCode } from './data/codes.ts'

interface CodeFormProps {
  /** Called with the code and its address and stickers. */
  onOpened: (code: string, meaning: CodeMeaning) => void
}

/** Lets a visitor type the code of a letter or a parcel to register with it. */
export function CodeForm({ onOpened }: CodeFormProps) {
  const { t } = useTranslation('parcels')
  const { ofError } = useErrorText()
  const about = useAboutCode()
  const { field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(parcelCodeSchema, {
    code: scannedParcelCode() ?? '',
  })
  const { error } = about
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={onSubmit(({ code }) =>
        about.mutate(code, {
          onSuccess: (meaning) => onOpened(code, meaning),
          onError: (failure) => failure instanceof ApiError && showFieldErrors(failure),
        }),
      )}
    >
      <TextField
        label={t('field')}
        description={t('hint')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field('code')}
      />
      {error && !isAboutFields(error) ? <Notice kind="error">{ofError(error)}</Notice> : null}
      <AppButton type="submit" loading={about.isPending}>
        {t('register')}
      </AppButton>
    </form>
  )
}
