import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import type { ApiError } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { NameFields } from '#platform/web/ui/forms/name-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { accountStepSchema, type RegistrationDraft } from './registration-state.ts'

type AccountValues = Pick<RegistrationDraft, 'firstname' | 'lastname' | 'email'>

interface AccountStepProps {
  draft: RegistrationDraft
  /** The rejected registration that led the visitor back here. */
  refusal: ApiError | null
  onChange: (values: AccountValues) => void
  onDone: (values: AccountValues) => void
}

/** Step 1: name, e-mail address and password. */
export function AccountStep({ draft, refusal, onChange, onDone }: AccountStepProps) {
  const { t } = useTranslation('accounts')
  const { t: ofLayout } = useTranslation('layout')
  const config = useConfig()
  const { field, onSubmit, showFieldErrors } = useSchemaForm<AccountValues>(
    accountStepSchema,
    { email: draft.email, firstname: draft.firstname, lastname: draft.lastname },
    onChange,
  )
  const show = useEffectEvent((error: ApiError) => showFieldErrors(error))
  useEffect(() => {
    if (refusal) show(refusal)
  }, [refusal])

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(onDone)}>
      <EmailField
        label={t('fields.email')}
        description={t('register.emailHint')}
        {...field('email')}
      />
      <NameFields field={field} />
      <p className={forms.hint}>{t('register.nameHint')}</p>
      {config?.legal_pages?.includes('terms') ? (
        <p className={forms.hint}>
          {t('register.terms')} <Link to={paths.terms()}>{ofLayout('legalLink.terms')}</Link>.
        </p>
      ) : null}
      <div className={forms.actions}>
        <AppButton type="submit">{t('register.next')}</AppButton>
      </div>
    </form>
  )
}
