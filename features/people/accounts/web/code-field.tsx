import { useTranslation } from '#platform/web/start/texts.ts'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'

interface CodeFieldProps {
  field: FieldProps
  /** Lifetime of the code. */
  minutes?: number
}

/** Field for the code of a mail that is read on another device. */
export function CodeField({ field, minutes = 30 }: CodeFieldProps) {
  const { t } = useTranslation('accounts')
  return (
    <TextField
      label={t('fields.code')}
      description={t('confirmEmail.codeHint', { minutes })}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      {...field}
    />
  )
}
