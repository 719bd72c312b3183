import { useState } from 'react'
import { LABELS_PER_SHEET } from '#platform/shared/label-sheet.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import classes from './order-queue.module.css'

const PLACES = Array.from({ length: LABELS_PER_SHEET }, (_, index) => index + 1)

interface LabelDialogProps {
  count: number
  loading: boolean
  /** `start`: the first unused label on the sheet, from 1 on. */
  onPrint: (start: number) => void
  onClose: () => void
}

/** Asks where printing begins on a partly used sheet of labels. */
export function LabelDialog({ count, loading, onPrint, onClose }: LabelDialogProps) {
  const { t } = useTranslation('admin-orders')
  const [start, setStart] = useState(1)
  return (
    <Dialog opened onClose={onClose} title={t('labels.title')}>
      <p>{t('labels.format')}</p>
      <fieldset className={classes.sheet}>
        <legend>{t('labels.start')}</legend>
        {PLACES.map((place) => (
          <label key={place} className={classes.place} data-used={place < start || undefined}>
            <input
              type="radio"
              name="start"
              className="visually-hidden"
              checked={place === start}
              onChange={() => setStart(place)}
            />
            {place}
          </label>
        ))}
      </fieldset>
      <div className={classes.dialogActions}>
        <AppButton tone="secondary" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton loading={loading} onClick={() => onPrint(start)}>
          {t('bulk.labels', { count })}
        </AppButton>
      </div>
    </Dialog>
  )
}
