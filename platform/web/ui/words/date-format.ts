import { dateFormatIn } from '#platform/shared/formats.ts'
import { communityZone } from '../../data/community-day.ts'
import { currentLanguage } from '../../start/texts.ts'

/** Formats dates and times in the reader's language, in the community's zone unless the options name one. */
export const dateFormat = (
  options: Intl.DateTimeFormatOptions,
  language = currentLanguage(),
): Intl.DateTimeFormat => dateFormatIn(language, { timeZone: communityZone(), ...options })
