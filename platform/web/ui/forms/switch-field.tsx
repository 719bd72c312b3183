import { useId } from 'react'
import classes from './switch-field.module.css'

interface SwitchFieldProps {
  label: string
  description: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/**
 * A switch with its explanation; the whole row is clickable. It takes effect immediately, and keeps the focus while it
 * is disabled.
 */
export function SwitchField({ label, description, checked, disabled, onChange }: SwitchFieldProps) {
  const id = useId()
  return (
    <label className={classes.row} htmlFor={id}>
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        <span id={`${id}-description`} className={classes.description}>
          {description}
        </span>
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        aria-describedby={`${id}-description`}
        className={classes.input}
        checked={checked}
        aria-disabled={disabled || undefined}
        onChange={(event) => {
          if (!disabled) onChange(event.currentTarget.checked)
        }}
      />
    </label>
  )
}
