import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { InboxFilter } from '#features/lending/conversations/lists/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { SearchField } from '#platform/web/ui/forms/search-field.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './inbox-filter-bar.module.css'

/** Milliseconds: a search starts after a pause of this length in typing. */
const PAUSE_MS = 300

/** The views offered as chips; the archive has its own button. */
const CHIPS = [null, 'waiting', 'lend', 'borrow', 'done'] as const

interface FilterProps {
  filter: InboxFilter
  onChange: (part: Partial<InboxFilter>) => void
}

interface InboxFilterBarProps extends FilterProps {
  /** In how many conversations the reader has the next step. */
  waitingCount: number
}

/** The search field, and the choice of view. */
export function InboxFilterBar({ filter, waitingCount, onChange }: InboxFilterBarProps) {
  const { t } = useTranslation('inbox')
  return (
    <search className={classes.bar}>
      <ConversationSearch search={filter.search} onSearch={(search) => onChange({ search })} />
      <fieldset className={classes.views}>
        <legend className="visually-hidden">{t('views.legend')}</legend>
        {CHIPS.map((view) => (
          <button
            key={view}
            type="button"
            className={classes.view}
            aria-pressed={filter.view === view}
            onClick={() => onChange({ view })}
          >
            {t(`views.${view ?? 'all'}`)}
            {view === 'waiting' && waitingCount > 0 ? (
              <span className={classes.count}>{waitingCount}</span>
            ) : null}
          </button>
        ))}
      </fieldset>
    </search>
  )
}

/** The button next to the title that opens the archive. */
export function ArchiveButton({ filter, onChange }: FilterProps) {
  const { t } = useTranslation('inbox')
  const isArchiveShown = filter.view === 'archived'
  return (
    <button
      type="button"
      className={`${classes.view} ${classes.archive}`}
      aria-pressed={isArchiveShown}
      onClick={() => onChange({ view: isArchiveShown ? null : 'archived' })}
    >
      <Icon name="archive" size={20} />
      {t('views.archived')}
    </button>
  )
}

interface ConversationSearchProps {
  search: string
  onSearch: (search: string) => void
}

function ConversationSearch({ search, onSearch }: ConversationSearchProps) {
  const { t } = useTranslation('inbox')
  const [text, setText] = useState(search)
  const sentSearch = useRef(search)
  const send = (next: string) => {
    sentSearch.current = next.trim()
    if (sentSearch.current !== search) onSearch(sentSearch.current)
  }
  const sendSoon = useDebouncedCallback(send, PAUSE_MS)
  useEffect(() => {
    // The search changed elsewhere, for example by going back. Do not overwrite what the user is typing.
    if (search === sentSearch.current) return
    sentSearch.current = search
    setText(search)
  }, [search])
  return (
    <SearchField
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      value={text}
      onChange={(value) => {
        setText(value)
        // Emptying the field takes effect at once.
        if (value.trim() === '') send('')
        else sendSoon(value)
      }}
      onEnter={() => send(text)}
    />
  )
}
