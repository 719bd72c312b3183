import { parcelCodeSchema } from '@letterlend/contract/parcels.ts'
import { paths } from '@letterlend/contract/paths.ts'
import { Link } from 'react-router'
import { ApiError } from '../../data/api-client.ts'
import { useVerifyByParcel } from '../../data/own-letterbox.ts'
import { scannedParcelCode } from '../../start/login-link.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import formClasses from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'

/** One field, filled where the code was scanned; nothing is sent before the button is pressed. */
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
