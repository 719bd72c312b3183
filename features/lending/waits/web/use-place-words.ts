import { momentInWords } from '#features/lending/conversations/days/web/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import type { Wait } from '../contract.ts'

const NAMED = ['first', 'second', 'third'] as const

/** Says where a member stands in a line, or until when it is the member's turn. */
export function usePlaceWords() {
  const { t } = useTranslation('waits')
  return ({ position, turn_until }: Pick<Wait, 'position' | 'turn_until'>): string => {
    if (turn_until !== null) {
      return t('place.turn', { time: momentInWords(turn_until, currentLanguage()) })
    }
    if (position === null) return t('place.paused')
    return t(`place.${NAMED[position - 1] ?? 'later'}`, { place: position })
  }
}
