import { StickerImage } from '#features/places/items/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import classes from './map-search.module.css'
import { PlaceDoubt } from './place-doubt.tsx'
import type { SearchOption } from './search-options.ts'

interface SearchSuggestionsProps {
  listId: string
  shown: boolean
  options: SearchOption[]
  /** Index of the option that Enter takes. */
  active: number
  /** Text key for an empty list. */
  none: 'search.searching' | 'search.failed' | 'search.none'
  onChoose: (option: SearchOption) => void
  onKeyDown: (event: React.KeyboardEvent) => void
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The list of suggestions below the field. */
export function SearchSuggestions(props: SearchSuggestionsProps) {
  const { t } = useTranslation('map')
  const { listId, shown, options, active, none, onChoose, onKeyDown } = props
  return (
    <div className={classes.popup} hidden={!shown}>
      <div role="listbox" id={listId} aria-label={t('search.label')} className={classes.list}>
        {options.map((option, i) => (
          <div
            key={option.key}
            id={optionId(listId, i)}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            className={classes.option}
            // Pressing a suggestion keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
            onKeyDown={onKeyDown}
          >
            {'sticker' in option || 'found' in option ? (
              <StickerImage
                imagePath={('found' in option ? option.found.item : option.sticker).image_path}
                name=""
                size={34}
              />
            ) : (
              <StartIcon
                name={'house' in option ? 'mailbox' : 'mapMarker'}
                className={classes.pin}
              />
            )}
            <span>
              {option.label}
              {'place' in option ? <PlaceDoubt place={option.place} /> : null}
              {'found' in option ? (
                <span className={classes.beside}>
                  {option.name}, {option.found.address}, {option.found.postcode} {option.found.city}
                </span>
              ) : null}
            </span>
          </div>
        ))}
      </div>
      {options.length === 0 ? <p className={classes.none}>{t(none)}</p> : null}
    </div>
  )
}
