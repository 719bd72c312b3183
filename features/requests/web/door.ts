export { calendarClasses } from './days/calendar-classes.ts'
export { DayChoice } from './days/day-choice.tsx'
export {
  addDays,
  type Days,
  dayInWords,
  dayOf,
  daysInWords,
  instantOf,
  momentInWords,
  timeOf,
} from './days/loan-dates.ts'
export { TakenNote } from './days/taken-note.tsx'
