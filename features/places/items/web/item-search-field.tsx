import { useTranslation } from '#platform/web/start/texts.ts'
import { SearchField } from '#platform/web/ui/forms/search-field.tsx'

interface ItemSearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Number of matches, announced by screen readers after each change. */
  resultCount: number
  /** Called for Enter once the field has text. */
  onEnter: () => void
}

/** Filters a grid of stickers while the user types. */
export function ItemSearchField({ value, onChange, resultCount, onEnter }: ItemSearchFieldProps) {
  const { t } = useTranslation('items')
  return (
    <>
      <SearchField
        label={t('searchLabel')}
        placeholder={t('searchPlaceholder')}
        value={value}
        onChange={onChange}
        onEnter={() => {
          if (value.trim()) onEnter()
        }}
      />
      <span role="status" className="visually-hidden">
        {value.trim() ? t('found', { count: resultCount }) : ''}
      </span>
    </>
  )
}
