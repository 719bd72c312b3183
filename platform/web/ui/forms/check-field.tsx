import { useId } from 'react'
import classes from './check-field.module.css'

interface CheckFieldProps {
  label: string
  hint?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox in a form; the whole row is clickable. It keeps the focus while it is disabled. */
export function CheckField({ label, hint, checked, disabled, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <label className={classes.row} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        className={classes.input}
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        checked={checked}
        aria-disabled={disabled || undefined}
        onChange={(event) => {
          if (!disabled) onChange(event.currentTarget.checked)
        }}
      />
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        {hint === undefined ? null : (
          <span id={`${id}-hint`} className={classes.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
