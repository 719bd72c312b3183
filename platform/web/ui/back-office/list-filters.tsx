import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'
import classes from './list-filters.module.css'

const TYPING_MS = 300

interface ListFiltersProps {
  /** What is searched: "Number, name or e-mail". */
  label: string
  search: string
  onSearch: (search: string) => void
  /** What else narrows the list, and what can be done with it. */
  children?: ReactNode
}

/** Above a list: the field to search in, and whatever else narrows it. */
export function ListFilters({ label, search, onSearch, children }: ListFiltersProps) {
  const [typed, setTyped] = useState(search)
  const sent = useRef(search)
  const timer = useRef<number>(undefined)
  const send = (text: string) => {
    window.clearTimeout(timer.current)
    sent.current = text
    onSearch(text)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Only what came from elsewhere: a link, or going back.
  useEffect(() => {
    if (search !== sent.current) setTyped(search)
    sent.current = search
  }, [search])
  return (
    <div className={classes.filters}>
      <SearchField
        label={label}
        placeholder={label}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => send(text), TYPING_MS)
        }}
        onEnter={() => send(typed)}
      />
      {children}
    </div>
  )
}

interface StatusFilterProps<Status extends string> {
  label: string
  /** With how many there are, where that is known; an empty value stands for all. */
  options: readonly { value: Status | ''; label: string; count?: number | undefined }[]
  value: string
  onChange: (value: Status | '') => void
}

/** The states of a queue, one beside the other, with their counts. */
export function StatusFilter<Status extends string>({
  label,
  options,
  value,
  onChange,
}: StatusFilterProps<Status>) {
  return (
    <fieldset className={classes.statuses}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.status}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count === undefined ? null : (
            <span className={classes.count}>{option.count}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
