import { useId } from 'react'
import classes from './choice-field.module.css'

interface ChoiceFieldProps<Value extends string | number> {
  label: string
  options: readonly { value: Value; label: string }[]
  /** Null: none is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  /** Its name in the form, where the form leads to it if it is wrong. */
  path?: string
  /** The labels are so short that all options fit into one row, on phones, too. */
  short?: boolean
}

/** One of a few, all of them in sight. */
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
