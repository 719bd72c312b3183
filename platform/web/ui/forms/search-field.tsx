import { StartIcon } from '../start-icon.tsx'
import classes from './search-field.module.css'

interface SearchFieldProps {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  onEnter: () => void
}

export function SearchField({ label, placeholder, value, onChange, onEnter }: SearchFieldProps) {
  return (
    <div className={classes.field}>
      <StartIcon name="search" size={20} className={classes.icon} />
      <input
        type="search"
        className={classes.input}
        value={value}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Otherwise Enter would submit the surrounding form.
          event.preventDefault()
          onEnter()
        }}
      />
    </div>
  )
}
