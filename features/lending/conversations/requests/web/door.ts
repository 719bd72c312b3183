export { calendarClasses } from './days/calendar-classes.ts'
export { DayChoice } from './days/day-choice.tsx'
export {
  type Days,
  dayInWords,
  daysInWords,
  momentInWords,
} from './days/loan-dates.ts'
export { TakenNote } from './days/taken-note.tsx'
