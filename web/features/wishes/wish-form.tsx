import type { Position } from '@letterlend/contract/geography.ts'
import { wishEmailSchema } from '@letterlend/contract/wishes.ts'
import { useState } from 'react'
import { ApiError } from '../../data/api-client.ts'
import { DEFAULT_RADIUS, useCreateWish } from '../../data/wishes.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { EmailField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { RadiusField } from './radius-field.tsx'

interface WishFormProps {
  itemId: number
  spot: Position
  /** A solution that was not used before; undefined where the captcha is switched off. */
  takeCaptcha: () => Promise<string | undefined>
  onDone: () => void
}

/** A visitor's wish: where to write, and how far away is near. */
export function WishForm({ itemId, spot, takeCaptcha, onDone }: WishFormProps) {
  const { t } = useTranslation('wishes')
  const { ofError } = useErrorText()
  const create = useCreateWish()
  const [waiting, setWaiting] = useState(false)
  const [radius, setRadius] = useState(DEFAULT_RADIUS)
  const { field, form, onSubmit, showFieldErrors } = useSchemaForm(wishEmailSchema, { email: '' })

  const send = async ({ email }: { email: string }) => {
    setWaiting(true)
    const captcha = await takeCaptcha()
    setWaiting(false)
    create.mutate(
      { ...spot, itemId, radius, email, captcha },
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
    <form className={forms.form} noValidate onSubmit={onSubmit((values) => void send(values))}>
      <p>{t('form.lead')}</p>
      {create.isError ? <Notice kind="error">{ofError(create.error)}</Notice> : null}
      <EmailField label={t('form.email')} data-autofocus {...field('email')} />
      <RadiusField label={t('form.radius')} value={radius} onChange={setRadius} />
      <p className={forms.hint}>{t('form.privacy')}</p>
      <div className={forms.actions}>
        <AppButton type="submit" loading={waiting || create.isPending}>
          {t('form.submit')}
        </AppButton>
      </div>
    </form>
  )
}
