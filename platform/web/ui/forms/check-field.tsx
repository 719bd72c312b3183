import { useId } from 'react'
import classes from './check-field.module.css'

interface CheckFieldProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, of a form that is saved; the whole row can be pressed. */
export function CheckField({ label, hint, checked, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <label className={classes.row} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        className={classes.input}
        aria-label={label}
        aria-describedby={`${id}-hint`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
      </span>
    </label>
  )
}
