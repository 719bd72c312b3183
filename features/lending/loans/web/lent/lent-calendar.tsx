import { calendarClasses } from '#features/lending/conversations/days/web/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import type { Lent } from '../../contract.ts'
import { lentByDay } from './lent-days.ts'
import 'dayjs/locale/de'
import 'dayjs/locale/fr'
import { Calendar } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import classes from './lent-calendar.module.css'

/** How many stickers fit into the cell of a day. */
const MOST = 2

interface LentCalendarProps {
  lent: Lent[]
  today: string
}

/** A month with the stickers of the things that are away on each day. The list below contains the same as text. */
export function LentCalendar({ lent, today }: LentCalendarProps) {
  const { t } = useTranslation('days')
  const days = lentByDay(lent, today)
  const language = currentLanguage()
  return (
    <Calendar
      static
      defaultDate={today}
      maxLevel="month"
      hideOutsideDates
      locale={language}
      firstDayOfWeek={1}
      ariaLabels={{ nextMonth: t('nextMonth'), previousMonth: t('previousMonth') }}
      fullWidth
      className={classes.calendar ?? ''}
      classNames={calendarClasses(classes.day)}
      getDayProps={(day) => ({
        'data-lent': days.has(day) || undefined,
        'data-now': day === today || undefined,
      })}
      renderDay={(day) => <DayCell day={day} lent={days.get(day) ?? []} />}
    />
  )
}

function DayCell({ day, lent }: { day: string; lent: Lent[] }) {
  return (
    <span className={classes.cell}>
      <span>{Number(day.slice(-2))}</span>
      <span className={classes.stickers} aria-hidden="true">
        {lent.slice(0, MOST).map(({ transaction_id, item }) => (
          <StickerImage key={transaction_id} imagePath={item.image_path} name="" size={20} />
        ))}
        {lent.length > MOST ? `+${lent.length - MOST}` : null}
      </span>
    </span>
  )
}
