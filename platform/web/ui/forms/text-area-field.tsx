import { InputBase } from '@mantine/core'
import { memo } from 'react'
import { lengthOf } from '#platform/shared/input/plain-text.ts'
import { useTranslation } from '../../start/texts.ts'
import classes from './form-fields.module.css'
import { errorNode, fieldLook, OptionalLabel } from './form-fields.tsx'
import type { FieldProps } from './use-schema-form.ts'

/** The counter appears this close to the limit. */
const COUNTER_BEFORE = 100

interface TextAreaFieldProps {
  label: string
  /** Information needed before writing. */
  description?: string
  /** Maximum length in code points. */
  max: number
  rows?: number
  optional?: boolean
  /** For a field that the user opened with a click in order to write. */
  autoFocus?: boolean | undefined
  lang?: string
  /** From the form; its value is a text. */
  field: FieldProps
}

/** A text of several lines, with a counter near the limit. Memoised like `TextField`. */
export const TextAreaField = memo(function TextAreaField({
  label,
  description,
  max,
  rows = 5,
  optional,
  autoFocus,
  lang,
  field,
}: TextAreaFieldProps) {
  const { t } = useTranslation('layout')
  const { error, ...props } = field
  const length = lengthOf(String(props.value).trim())
  return (
    <div>
      <InputBase
        {...props}
        {...fieldLook}
        component="textarea"
        multiline
        rows={rows}
        autoFocus={autoFocus}
        styles={{ input: { resize: 'vertical', paddingBlock: 10 } }}
        lang={lang}
        required={!optional}
        withAsterisk={false}
        label={optional ? <OptionalLabel label={label} /> : label}
        description={description}
        error={errorNode(error)}
      />
      <p className={classes.counter} role="status" data-over={length > max || undefined}>
        {length > max - COUNTER_BEFORE ? t('counter', { length, max }) : null}
      </p>
    </div>
  )
})
