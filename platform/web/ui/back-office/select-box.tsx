import classes from './data-table.module.css'

interface SelectBoxProps {
  label: string
  checked: boolean
  /** Some, but not all, of its rows are selected. */
  partly?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox that selects one or all rows. The space around it belongs to its label and is clickable too. */
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
