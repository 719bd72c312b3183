import classes from './calendar.module.css'

/** The app's styles for a calendar; `day` adds the styles of one calendar's days. */
export const calendarClasses = (day: string | undefined) => ({
  calendarHeader: classes.header ?? '',
  calendarHeaderLevel: classes.month ?? '',
  calendarHeaderControl: classes.control ?? '',
  weekday: classes.weekday ?? '',
  day: `${classes.day} ${day}`,
})
