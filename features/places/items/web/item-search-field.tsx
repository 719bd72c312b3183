import { useTranslation } from '#platform/web/start/texts.ts'
import { SearchField } from '#platform/web/ui/forms/search-field.tsx'

interface ItemSearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Read out after each change. */
  resultCount: number
  /** Enter, once something is typed. */
  onEnter: () => void
}

/** Narrows a grid of stickers while typing. */
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
