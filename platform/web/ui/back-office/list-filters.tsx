import { type ReactNode, useEffect, useRef, useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'
import classes from './list-filters.module.css'

const TYPING_MS = 300

interface ListFiltersProps {
  /** The label of the search field: "Number, name or e-mail". */
  label: string
  search: string
  onSearch: (search: string) => void
  /** Other filters, and buttons for the list. */
  children?: ReactNode
}

/** The row above a list: its search field and other filters. */
export function ListFilters({ label, search, onSearch, children }: ListFiltersProps) {
  const [text, setText] = useState(search)
  const sentSearch = useRef(search)
  const timer = useRef<number>(undefined)
  const send = (next: string) => {
    window.clearTimeout(timer.current)
    sentSearch.current = next
    onSearch(next)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  // Only a search from outside changes the field, such as a link or the back button.
  useEffect(() => {
    if (search !== sentSearch.current) setText(search)
    sentSearch.current = search
  }, [search])
  return (
    <div className={classes.filters}>
      <SearchField
        label={label}
        placeholder={label}
        value={text}
        onChange={(next) => {
          setText(next)
          window.clearTimeout(timer.current)
          timer.current = window.setTimeout(() => send(next), TYPING_MS)
        }}
        onEnter={() => send(text)}
      />
      {children}
    </div>
  )
}

interface StatusFilterProps<Status extends string> {
  label: string
  /** The choices, with their counts once loaded; an empty value stands for all. */
  options: readonly { value: Status | ''; label: string; count?: number | undefined }[]
  value: string
  onChange: (value: Status | '') => void
}

/** The states of a queue as a row of buttons, with counts. */
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
