import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { daysInWords } from '#features/lending/conversations/days/web/door.ts'
import type { FreeDays } from '#features/places/letterboxes/web/data/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import classes from './when-control.module.css'

const DayChoice = lazy(() =>
  import('#features/lending/conversations/days/web/day-choice.tsx').then((m) => ({
    default: m.DayChoice,
  })),
)

interface WhenControlProps {
  free: FreeDays | null
  /** The days are over or too far ahead, so they do not filter. */
  refused: boolean
  onChange: (free: FreeDays | null) => void
}

/** On which days the things have to be free: a chip beside those of the stickers, which opens the days. */
export function WhenControl({ free, refused, onChange }: WhenControlProps) {
  const { t } = useTranslation('letterboxes')
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const words = free && daysInWords(free, currentLanguage())
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      opener.current?.focus()
    }
    // Captures Escape before it closes the panel around.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [open])
  return (
    <div
      className={classes.root}
      data-days={free ? true : undefined}
      data-open={open || refused || undefined}
    >
      <div className={classes.chips}>
        <button
          ref={opener}
          type="button"
          className={classes.chip}
          data-chosen={(free && !refused) || undefined}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" size={20} />
          {words && !refused && !free.withTaken
            ? t('when.chosen', { days: words })
            : (words ?? t('when.label'))}
        </button>
        {free ? (
          <button
            type="button"
            className={classes.clear}
            aria-label={t('when.clear')}
            title={t('when.clear')}
            onClick={() => {
              onChange(null)
              close()
            }}
          >
            <Icon name="close" size={18} />
          </button>
        ) : null}
      </div>
      {refused ? (
        <p className={classes.refused} role="status">
          <Icon name="warning" size={18} />
          {t('when.refused')}
        </p>
      ) : null}
      {open ? (
        <div id={id} className={classes.days}>
          <Suspense fallback={<SkeletonList rows={3} rowHeight={64} />}>
            <DayChoice
              label={t('when.label')}
              field={{
                value: refused ? null : free,
                onChange: (days: FreeDays | null) =>
                  onChange(days && { ...days, withTaken: free?.withTaken }),
              }}
            />
          </Suspense>
          {free && !refused ? (
            <label className={classes.taken}>
              <input
                type="checkbox"
                checked={free.withTaken ?? false}
                onChange={({ currentTarget }) =>
                  onChange({ ...free, withTaken: currentTarget.checked || undefined })
                }
              />
              {t('when.withTaken')}
            </label>
          ) : null}
          <AppButton tone="secondary" fullWidth onClick={close}>
            {t('when.done')}
          </AppButton>
        </div>
      ) : null}
    </div>
  )
}
