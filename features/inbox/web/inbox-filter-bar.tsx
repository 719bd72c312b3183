import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { InboxFilter } from '#features/transactions/web/data/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { SearchField } from '#platform/web/ui/forms/search-field.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './inbox-filter-bar.module.css'

/** Typing that pauses for so long is searched for. */
const PAUSE_MS = 300

/** The archive has its own button. */
const CHIPS = [null, 'lend', 'borrow', 'done'] as const

interface InboxFilterBarProps {
  filter: InboxFilter
  onChange: (part: Partial<InboxFilter>) => void
}

/** A field to search in, and which of the conversations are shown. */
export function InboxFilterBar({ filter, onChange }: InboxFilterBarProps) {
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
          </button>
        ))}
      </fieldset>
    </search>
  )
}

/** What was put out of the way, beside the title. */
export function ArchiveButton({ filter, onChange }: InboxFilterBarProps) {
  const { t } = useTranslation('inbox')
  const shown = filter.view === 'archived'
  return (
    <button
      type="button"
      className={`${classes.view} ${classes.archive}`}
      aria-pressed={shown}
      onClick={() => onChange({ view: shown ? null : 'archived' })}
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
  const sent = useRef(search)
  const send = (next: string) => {
    sent.current = next.trim()
    if (sent.current !== search) onSearch(sent.current)
  }
  const sendSoon = useDebouncedCallback(send, PAUSE_MS)
  useEffect(() => {
    // Changed elsewhere, by the way back or a button: not while somebody types.
    if (search === sent.current) return
    sent.current = search
    setText(search)
  }, [search])
  return (
    <SearchField
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      value={text}
      onChange={(value) => {
        setText(value)
        // What was emptied is not waited for.
        if (value.trim() === '') send('')
        else sendSoon(value)
      }}
      onEnter={() => send(text)}
    />
  )
}
