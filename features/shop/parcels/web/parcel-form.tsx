import { Link } from 'react-router'
import { useVerifyByParcel } from '#features/places/letterboxes/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { scannedParcelCode } from '#platform/web/start/login-link.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import formClasses from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { parcelCodeSchema } from '../parcel-code-schema.ts'

/** One field, prefilled if the code was scanned; nothing is sent until the button is pressed. */
export function ParcelForm() {
  const { t } = useTranslation('parcels')
  const { ofError } = useErrorText()
  const verify = useVerifyByParcel()
  const { field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm(parcelCodeSchema, {
    code: scannedParcelCode() ?? '',
  })
  const { error } = verify
  const elsewhere = error instanceof ApiError && error.code === 'other_address'
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={onSubmit(({ code }) =>
        verify.mutate(code, {
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
      {error && !isAboutFields(error) ? (
        <Notice
          kind="error"
          action={
            elsewhere ? (
              <AppButton component={Link} to={paths.updateLetterBoxAddress()} tone="secondary">
                {t('checkAddress')}
              </AppButton>
            ) : undefined
          }
        >
          {ofError(error)}
        </Notice>
      ) : null}
      <AppButton type="submit" loading={verify.isPending}>
        {t('submit')}
      </AppButton>
    </form>
  )
}
