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
  /** What has to be typed; capitals and spaces around it do not matter. */
  word: string
  /** Asks for it, before the word itself. */
  ask: string
  submitLabel: string
  sending: boolean
  onSend: () => void
  /** What stands before the question: a failure, what will happen. */
  children: ReactNode
}

/** Confirms what cannot be undone by typing the address or the name of who is concerned. */
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
