import { addDays, communityToday } from '../../data/community-day.ts'

/** The day in some days, in the format of a date field. */
export const dayFromNow = (days: number): string => addDays(communityToday(), days)
