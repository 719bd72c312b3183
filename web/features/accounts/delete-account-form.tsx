import { VALIDATION } from '@letterlend/contract/errors.ts'
import { useMemo } from 'react'
import { z } from 'zod'
import { useDeleteAccount } from '../../data/accounts.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import forms from '../../ui/form.module.css'
import { TextField } from '../../ui/form-fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSchemaForm } from '../../ui/use-schema-form.ts'
import { isDeleteWord } from './delete-word.ts'

/** The word that confirms, and the button that cannot be undone. */
export function DeleteAccountForm({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const remove = useDeleteAccount()
  const word = t('deleteAccount.word')
  const schema = useMemo(() => {
    const confirmation = z
      .string()
      .refine((text) => isDeleteWord(text, word), VALIDATION.deleteConfirm)
    return z.object({ confirmation })
  }, [word])
  const { field, onSubmit } = useSchemaForm(schema, { confirmation: '' })

  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={onSubmit(() => remove.mutate(undefined, { onSuccess: onDeleted }))}
    >
      {remove.isError ? <Notice kind="error">{ofError(remove.error)}</Notice> : null}
      <TextField
        label={t('deleteAccount.wordLabel', { word })}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('confirmation')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={remove.isPending}>
          {t('deleteAccount.submit')}
        </AppButton>
      </div>
    </form>
  )
}
