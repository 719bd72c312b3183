import { clockTime, type Happening } from '#features/lending/conversations/messages/web/door.ts'
import type { LoanStatus } from '#features/lending/conversations/transactions/loan-steps.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import classes from './event-line.module.css'
import { eventWords } from './event-words.ts'

const ICONS: Record<LoanStatus, IconName> = {
  requested: 'calendar',
  accepted: 'check',
  handed_over: 'handOver',
  returned: 'return',
  declined: 'close',
  withdrawn: 'close',
  expired: 'clock',
}

/** The names in a line about an event. `writer`: another member of the user's household who did it. */
interface Names {
  otherName: string
  writer: string | null
}

/** An event as a sentence: "Ben suggests: Friday 28 November". */
export function useEventText() {
  const { t } = useTranslation('loans')
  return (happening: Happening, names: Names): string => {
    const { key, name, when, because } = eventWords(happening, names, currentLanguage())
    const text = t(key, { name })
    const more = when ?? (because && t(because))
    return more ? t('events.more', { text, more }) : text
  }
}

/** An event of the request, as a line of its own between the messages. */
export function EventLine({ happening, ...names }: Names & { happening: Happening }) {
  const eventText = useEventText()
  const { event, created_at } = happening
  return (
    <div className={classes.line} data-status={event.status}>
      <span className={classes.sign}>
        <Icon
          name={event.reason?.startsWith('days_') ? 'calendar' : ICONS[event.status]}
          size={18}
        />
      </span>
      <span className={classes.text}>
        {eventText(happening, names)}{' '}
        <time className={classes.time} dateTime={created_at}>
          {clockTime(new Date(created_at), currentLanguage())}
        </time>
      </span>
    </div>
  )
}
