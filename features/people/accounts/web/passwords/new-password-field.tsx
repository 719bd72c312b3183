import { useTranslation } from '#platform/web/start/texts.ts'
import { PasswordField } from '#platform/web/ui/forms/form-fields.tsx'
import type { FieldProps } from '#platform/web/ui/forms/use-schema-form.ts'
import { PASSWORD_LENGTH } from '../../contract.ts'
import classes from './new-password-field.module.css'
import { passwordStrength } from './password-strength.ts'

interface NewPasswordFieldProps {
  password: string
  field: FieldProps
  /** The account has a password, which stays if the field is empty. */
  optional?: boolean
}

/** Field for a new password, with its strength while typing. */
export function NewPasswordField({ password, field, optional = false }: NewPasswordFieldProps) {
  const { t } = useTranslation('accounts')
  return (
    <div>
      <PasswordField
        label={t('fields.newPassword')}
        description={
          optional
            ? t('newPassword.optionalHint', { min: PASSWORD_LENGTH.min })
            : t('newPassword.hint', { min: PASSWORD_LENGTH.min })
        }
        autoComplete="new-password"
        required={!optional}
        withAsterisk={false}
        {...field}
      />
      <StrengthMeter password={password} />
    </div>
  )
}

function StrengthMeter({ password }: { password: string }) {
  const { t } = useTranslation('accounts')
  const strength = passwordStrength(password, PASSWORD_LENGTH.min)
  return (
    <div className={classes.meter} data-strength={password ? strength : 'none'}>
      <div className={classes.bars} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p className={classes.word} role="status">
        {password ? t(`newPassword.strength.${strength}`) : ''}
      </p>
    </div>
  )
}
