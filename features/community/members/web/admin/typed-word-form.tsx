import { type ReactNode, useMemo } from 'react'
import { z } from 'zod'
import { VALIDATION } from '#platform/shared/errors.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { plain } from './user-words.ts'
import classes from './users.module.css'

interface TypedWordFormProps {
  /** The word to type; case and surrounding spaces are ignored. */
  word: string
  /** The question before the word. */
  ask: string
  submitLabel: string
  sending: boolean
  onSend: () => void
  /** Shown above the question: an error, or the consequences. */
  children: ReactNode
}

/** Confirms an irreversible action by typing the address or name of the person concerned. */
export function TypedWordForm({
  word,
  ask,
  submitLabel,
  sending,
  onSend,
  children,
}: TypedWordFormProps) {
  const { t } = useTranslation('admin-users')
  const schema = useMemo(
    () =>
      z.object({
        confirmation: z.string().refine((text) => plain(text) === plain(word), VALIDATION.invalid),
      }),
    [word],
  )
  const { field, onSubmit } = useSchemaForm(schema, { confirmation: '' })
  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(onSend)}>
      {children}
      <p className={classes.plain}>
        {ask} <strong className={classes.word}>{word}</strong>
      </p>
      <TextField
        label={t('remove.label')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        {...field('confirmation')}
      />
      <div className={forms.actions}>
        <AppButton type="submit" tone="danger" loading={sending}>
          {submitLabel}
        </AppButton>
      </div>
    </form>
  )
}
