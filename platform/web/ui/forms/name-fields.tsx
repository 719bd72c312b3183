import { useTranslation } from '../../start/texts.ts'
import forms from './form.module.css'
import { TextField } from './form-fields.tsx'
import type { FieldProps } from './use-schema-form.ts'

/** First and last name, for a form with these fields. */
export function NameFields({ field }: { field: (name: 'firstname' | 'lastname') => FieldProps }) {
  const { t } = useTranslation('accounts')
  return (
    <div className={forms.pair}>
      <TextField
        label={t('fields.firstname')}
        autoComplete="given-name"
        required
        withAsterisk={false}
        {...field('firstname')}
      />
      <TextField
        label={t('fields.lastname')}
        autoComplete="family-name"
        required
        withAsterisk={false}
        {...field('lastname')}
      />
    </div>
  )
}
