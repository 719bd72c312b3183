import { useState } from 'react'
import { z } from 'zod'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { NameFields } from '#platform/web/ui/forms/name-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { invitedPersonSchema } from '../contract.ts'
import { type InvitedPerson, useRegisterInvited } from './data/household.ts'
import classes from './household.module.css'

const nobodyAt = (email: string): InvitedPerson => ({ email, firstname: '', lastname: '' })

const personDraft = z.object({ email: z.string(), firstname: z.string(), lastname: z.string() })

interface RegisterFormProps {
  token: string
  /** The address that the invitation went to. */
  email: string
  onJoined: () => void
}

/** Registers an account without a letterbox, for a person who was invited to share one. */
export function RegisterForm({ token, email, onJoined }: RegisterFormProps) {
  const { t } = useTranslation(['household', 'accounts'])
  const { ofError } = useErrorText()
  const register = useRegisterInvited(token, onJoined)
  const [nobody] = useState(() => nobodyAt(email))
  const [draft, setDraft] = useDraft<InvitedPerson>(`household.${email}`, nobody, personDraft)
  const { field, onSubmit, showFieldErrors } = useSchemaForm<{
    [K in keyof InvitedPerson]: string
  }>(invitedPersonSchema, draft, setDraft)
  const aboutField = register.error instanceof ApiError && register.error.code === 'validation'
  const send = (person: InvitedPerson) =>
    register.mutate(person, {
      onSuccess: () => setDraft(null),
      onError: (error) => {
        if (error instanceof ApiError) showFieldErrors(error)
      },
    })
  return (
    <section aria-labelledby="household-register" className={classes.section}>
      <h2 id="household-register" className={classes.heading}>
        {t('join.register')}
      </h2>
      <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
        <p className={forms.hint}>{t('join.registerHint')}</p>
        <EmailField label={t('accounts:fields.email')} {...field('email')} />
        <NameFields field={field} />
        {register.isError && !aboutField ? (
          <Notice kind="error">{ofError(register.error)}</Notice>
        ) : null}
        <div className={forms.actions}>
          <AppButton type="submit" loading={register.isPending}>
            {t('join.submit')}
          </AppButton>
        </div>
      </form>
    </section>
  )
}
