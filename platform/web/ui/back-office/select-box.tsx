import classes from './data-table.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some, but not all, of the rows that it stands for are selected. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

/**
 * A box that selects a row, or all of them. The space around it is part of its label, and can be pressed as
 * well.
 */
export function SelectBox({ label, checked, partly = false, onChange }: SelectBoxProps) {
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly && !checked
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
