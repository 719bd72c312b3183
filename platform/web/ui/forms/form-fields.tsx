import {
  NativeSelect,
  type NativeSelectProps,
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { type ComponentProps, memo, type ReactNode, useState } from 'react'
import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../icon.tsx'
import { Glyph } from '../start-icon.tsx'
import classes from './form-fields.module.css'

/** Only password fields use it. */
const EYE =
  'M12 9a3 3 0 0 0-3 3a3 3 0 0 0 3 3a3 3 0 0 0 3-3a3 3 0 0 0-3-3m0 8a5 5 0 0 1-5-5a5 5 0 0 1 5-5a5 5 0 0 1 5 5a5 5 0 0 1-5 5m0-12.5C7 4.5 2.73 7.61 1 12c1.73 4.39 6 7.5 11 7.5s9.27-3.11 11-7.5c-1.73-4.39-6-7.5-11-7.5'

const inputClassNames = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  description: classes.description ?? '',
  error: classes.error ?? '',
}

const order: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'description',
  'input',
  'error',
]

/** The look of fields that are not defined here. */
export const fieldLook = { classNames: inputClassNames, inputWrapperOrder: order }

/** A field's error, with an icon so that it is not marked by colour alone. */
function FieldError({ children }: { children: ReactNode }) {
  return (
    <span className={classes.errorText}>
      <Icon name="warning" size={18} />
      <span>{children}</span>
    </span>
  )
}

/** The error in the form that a field shows. */
export function errorNode(error: ReactNode): ReactNode {
  return error && error !== true ? <FieldError>{error}</FieldError> : error
}

export function OptionalLabel({ label }: { label: ReactNode }) {
  const { t } = useTranslation('layout')
  return (
    <>
      {label} <span className={classes.optional}>({t('optional')})</span>
    </>
  )
}

interface FieldProps {
  /** Marks the label; fields are required by default. */
  optional?: boolean
}

/** Memoised: typing in one field renders no other field of the form. */
export const TextField = memo(function TextField({
  optional,
  label,
  error,
  ...props
}: TextInputProps & FieldProps) {
  return (
    <TextInput
      {...props}
      label={optional ? <OptionalLabel label={label} /> : label}
      error={errorNode(error)}
      inputWrapperOrder={order}
      classNames={inputClassNames}
    />
  )
})

/** Required by default; `autoComplete` is "username" if it identifies the account. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      required
      withAsterisk={false}
      {...props}
    />
  )
}

/** A password field whose text can be shown. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const { t } = useTranslation('layout')
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      error={errorNode(error)}
      inputWrapperOrder={order}
      classNames={{
        ...inputClassNames,
        innerInput: classes.innerInput ?? '',
        visibilityToggle: classes.visibilityToggle ?? '',
      }}
      visibilityToggleIcon={({ reveal }) =>
        reveal ? <Icon name="eyeOff" /> : <Glyph path={EYE} />
      }
      visibilityToggleButtonProps={{
        'aria-label': visible ? t('hidePassword') : t('showPassword'),
        tabIndex: 0,
      }}
    />
  )
}

export function SelectField({ error, ...props }: NativeSelectProps) {
  return (
    <NativeSelect
      {...props}
      error={errorNode(error)}
      inputWrapperOrder={order}
      rightSection={<Icon name="chevronDown" />}
      classNames={inputClassNames}
    />
  )
}
