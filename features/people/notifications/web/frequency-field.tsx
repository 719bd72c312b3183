import { useState } from 'react'
import { Link } from 'react-router'
import type { NotificationKind } from '#platform/shared/notification-kinds.ts'
import { FREQUENCIES, type Frequency } from '#platform/shared/notification-kinds.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useChangeNotifications } from './data/notifications.ts'
import classes from './notifications.module.css'

interface FrequencyFieldProps {
  kind: NotificationKind
  frequency: Frequency
  /** Whether neighbours can send requests to the user's letterbox. */
  isAsked: boolean
}

/** The frequency of one kind. A choice is saved at once, and can be undone. */
export function FrequencyField({ kind, frequency, isAsked }: FrequencyFieldProps) {
  const { t } = useTranslation('notifications')
  const change = useChangeNotifications(kind, frequency)
  /** The frequency before the last change; null if there is nothing to undo. */
  const [before, setBefore] = useState<Frequency | null>(null)
  const choose = (newFrequency: Frequency) => {
    setBefore(frequency)
    change.mutate(newFrequency)
  }
  const undo = (newFrequency: Frequency) => {
    setBefore(null)
    change.mutate(newFrequency)
  }
  return (
    <div className={classes.kind}>
      <SelectField
        className={classes.choice ?? ''}
        label={t(`kind.${kind}.label`)}
        description={t(`kind.${kind}.description`)}
        value={frequency}
        onChange={(event) => {
          const newFrequency = FREQUENCIES.find((each) => each === event.currentTarget.value)
          if (newFrequency) choose(newFrequency)
        }}
        data={FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
      />
      <Outcome change={change} before={before} onUndo={undo} />
      {kind === 'request' && frequency === 'off' && isAsked ? <RequestsOff /> : null}
    </div>
  )
}

interface OutcomeProps {
  change: ReturnType<typeof useChangeNotifications>
  before: Frequency | null
  onUndo: (newFrequency: Frequency) => void
}

/** Whether the choice was saved, with a way to undo it or retry. */
function Outcome({ change, before, onUndo }: OutcomeProps) {
  const { t } = useTranslation('notifications')
  const { ofError } = useErrorText()
  const { isError, isSuccess, error, variables, mutate } = change
  if (isError) {
    return (
      <Notice
        kind="error"
        action={
          <AppButton tone="secondary" onClick={() => mutate(variables)}>
            {t('retry')}
          </AppButton>
        }
      >
        {ofError(error)}
      </Notice>
    )
  }
  return (
    <div className={classes.outcome}>
      <span role="status">{isSuccess ? t('saved') : ''}</span>
      {isSuccess && before !== null ? (
        <button type="button" className={classes.undo} onClick={() => onUndo(before)}>
          {t('undo')}
        </button>
      ) : null}
    </div>
  )
}

/** Warns users who accept requests but switch their notifications off: they keep others waiting. */
function RequestsOff() {
  const { t } = useTranslation('notifications')
  return (
    <Notice
      action={
        <AppButton component={Link} to={paths.privacy()} tone="secondary">
          {t('requestsOffAction')}
        </AppButton>
      }
    >
      {t('requestsOff')}
    </Notice>
  )
}
