import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { z } from 'zod'
import {
  firstnameSchema,
  lastnameSchema,
  postalAddressSchema,
} from '#features/people/accounts/name-and-address.ts'
import { PostalFields } from '#features/places/letterboxes/web/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'

const postalValues = z.object({
  address: z.string(),
  address_addition: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string(),
})
export const addressDraft = z.object({
  firstname: z.string(),
  lastname: z.string(),
  ...postalValues.shape,
})
export type AddressValues = z.infer<typeof addressDraft>

const withNames = z.object({
  firstname: firstnameSchema,
  lastname: lastnameSchema,
  ...postalAddressSchema.shape,
})

interface AddressFormProps {
  values: AddressValues
  /** False in the registration, which asks for the names one step earlier. */
  askNames: boolean
  /** Called with every keystroke, to store the draft. */
  onChange: (values: AddressValues) => void
  onSubmit: (values: AddressValues) => void
  submitLabel: string
  sending: boolean
  failure: unknown
  back?: ReactNode
  /** A second button that submits the same validated fields. */
  other?: (submit: (send: (values: AddressValues) => void) => void) => ReactNode
}

/** The address of the letterbox, in the registration and the profile. */
export function AddressForm(props: AddressFormProps) {
  const { t } = useTranslation('profile')
  const { field, onSubmit, showFieldErrors, isAboutFields } = useSchemaForm<AddressValues>(
    props.askNames ? withNames : postalAddressSchema,
    props.values,
    props.onChange,
  )
  const showFailure = useEffectEvent((failure: unknown) => {
    if (failure instanceof ApiError) showFieldErrors(failure)
  })
  useEffect(() => showFailure(props.failure), [props.failure])

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(props.onSubmit)}>
      {props.failure && !isAboutFields(props.failure) ? <Failure error={props.failure} /> : null}
      {props.askNames ? (
        <>
          <div className={forms.pair}>
            <TextField
              label={t('fields.firstname')}
              autoComplete="given-name"
              {...field('firstname')}
            />
            <TextField
              label={t('fields.lastname')}
              autoComplete="family-name"
              {...field('lastname')}
            />
          </div>
          <p className={forms.hint}>{t('address.nameHint')}</p>
        </>
      ) : null}
      <PostalFields field={field} />
      <div className={forms.actions}>
        {props.back}
        <AppButton type="submit" loading={props.sending}>
          {props.submitLabel}
        </AppButton>
      </div>
      {props.other?.((send) => onSubmit(send)())}
    </form>
  )
}

function Failure({ error }: { error: unknown }) {
  const { ofError } = useErrorText()
  return <Notice kind="error">{ofError(error)}</Notice>
}
