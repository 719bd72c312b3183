import classes from './calendar.module.css'

/** The classes that give a calendar our look; `day` is what one calendar adds to its days. */
export const calendarClasses = (day: string | undefined) => ({
  calendarHeader: classes.header ?? '',
  calendarHeaderLevel: classes.month ?? '',
  calendarHeaderControl: classes.control ?? '',
  weekday: classes.weekday ?? '',
  day: `${classes.day} ${day}`,
})
