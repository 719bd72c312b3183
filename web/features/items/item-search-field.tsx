import { useTranslation } from '../../start/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import classes from './item-search-field.module.css'

interface ItemSearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Read out after each change. */
  found: number
  /** Enter, once something is typed. */
  onEnter: () => void
}

/** Narrows a grid of stickers while typing. */
export function ItemSearchField({ value, onChange, found, onEnter }: ItemSearchFieldProps) {
  const { t } = useTranslation('items')
  return (
    <div className={classes.field}>
      <Icon name="search" size={20} className={classes.icon} />
      <input
        type="search"
        className={classes.input}
        value={value}
        aria-label={t('searchLabel')}
        placeholder={t('searchPlaceholder')}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Inside a form it would be sent.
          event.preventDefault()
          if (value.trim()) onEnter()
        }}
      />
      <span role="status" className="visually-hidden">
        {value.trim() ? t('found', { count: found }) : ''}
      </span>
    </div>
  )
}
