import { useId } from 'react'
import classes from './choice-field.module.css'

interface ChoiceFieldProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: string }[]
  /** Null: nothing is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Name of the field in the form, for moving the focus to it after an error. */
  path?: string
  /** Labels are short enough for one row, even on phones. */
  short?: boolean
}

/** A choice of a few options that are all visible. */
export function ChoiceField<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  path,
  short = false,
}: ChoiceFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes.field} data-path={path}>
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.options} data-short={short || undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              className={classes.input}
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
