import { useState } from 'react'
import type { Position } from '#platform/shared/geography.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { wishEmailSchema } from '../contract.ts'
import { DEFAULT_RADIUS, useCreateWish } from './data/wishes.ts'
import { RadiusField } from './radius-field.tsx'

interface WishFormProps {
  itemId: number
  spot: Position
  /** An unused solution; undefined if the captcha is switched off. */
  takeCaptcha: () => Promise<string | undefined>
  onDone: () => void
}

/** A visitor's wish: the address to mail, and how far away a lender may be. */
export function WishForm({ itemId, spot, takeCaptcha, onDone }: WishFormProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const create = useCreateWish(takeCaptcha)
  const [radius, setRadius] = useState(DEFAULT_RADIUS)
  const { field, form, onSubmit, showFieldErrors } = useSchemaForm(wishEmailSchema, { email: '' })

  const send = ({ email }: { email: string }) => {
    create.mutate(
      { ...spot, itemId, radius, email },
      { onError: (error) => error instanceof ApiError && showFieldErrors(error) },
    )
  }

  if (create.isSuccess) {
    return (
      <div className={forms.form}>
        <Notice kind="success" title={t('form.sentTitle')}>
          {t('form.sentBody', { email: form.values.email.trim() })}
        </Notice>
        <div className={forms.actions}>
          <AppButton autoFocus onClick={onDone}>
            {t('form.done')}
          </AppButton>
        </div>
      </div>
    )
  }
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      <p>{t('form.lead')}</p>
      {create.isError ? <Notice kind="error">{ofError(create.error)}</Notice> : null}
      <EmailField label={t('form.email')} data-autofocus {...field('email')} />
      <RadiusField label={t('form.radius')} value={radius} onChange={setRadius} />
      <p className={forms.hint}>{t('form.privacy')}</p>
      <div className={forms.actions}>
        <AppButton type="submit" loading={create.isPending}>
          {t('form.submit')}
        </AppButton>
      </div>
    </form>
  )
}
