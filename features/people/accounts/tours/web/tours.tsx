import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UserSettings } from '#features/people/accounts/user-settings/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { dueTour, type TourName } from './data/due-tour.ts'
import { markTourSeen } from './data/tours.ts'
import { runTour, type TourStep } from './run-tour.ts'

interface ToursProps {
  settings: UserSettings
  /** The user asked to see the tours again. */
  again: boolean
  /** A letterbox is open; `canBorrow` if the user can borrow from it. */
  letterboxOpen: boolean
  canBorrow: boolean
  /** The request dialog is open, so the way to it needs no explanation. */
  asking: boolean
  /** Nothing prevents a request, now or later. */
  mayAsk: boolean
  /** The content is still loading, or a dialog is about to open. */
  waiting: boolean
  /** Called when the next step is shown on the start screen. */
  onAdvance: () => void
}

const BOTH: TourName[] = ['map', 'letterbox']

/** Shows new users around the map and the first letterbox they can borrow from. */
export function Tours({ settings, again: askedAgain, ...props }: ToursProps) {
  const { letterboxOpen, asking, mayAsk, waiting, onAdvance } = props
  const steps = useSteps()
  const { t } = useTranslation('tours')
  const [again, setAgain] = useState(askedAgain ? BOTH : [])
  const [last, setLast] = useState<TourName | null>(null)
  const [hasAsked, setHasAsked] = useState(false)
  if (asking && !hasAsked) setHasAsked(true)
  const canBorrow = props.canBorrow && !hasAsked
  const due = dueTour({ settings, again, letterboxOpen, canBorrow, last })
  // Kept in a ref: a change of these must not restart the tour.
  const latest = useRef({ steps, t, waiting, onAdvance })
  latest.current = { steps, t, waiting, onAdvance }

  const markSeen = useEffectEvent((tour: TourName) => {
    setAgain((tours) => tours.filter((other) => other !== tour))
    markTourSeen(tour)
  })
  const unasked = !settings.tour_letterbox_seen || again.includes('letterbox')
  useEffect(() => {
    if (asking && mayAsk && unasked) markSeen('letterbox')
  }, [asking, mayAsk, unasked])

  useEffect(() => {
    if (!due) return
    const { steps, t } = latest.current
    return runTour({
      isReady: () => !latest.current.waiting,
      steps: steps[due],
      labels: {
        next: t('next'),
        previous: t('previous'),
        done: t('done'),
        close: t('close'),
      },
      onAdvance: () => latest.current.onAdvance(),
      onEnd: (seen) => {
        setLast(due)
        if (seen) markSeen(due)
      },
    })
  }, [due])

  return null
}

function useSteps(): Record<TourName, TourStep[]> {
  const { t } = useTranslation('tours')
  const progress = (current: number) => t('progress', { current, total: 2 })
  return {
    map: [
      {
        target: 'search',
        title: t('map.search.title'),
        description: t('map.search.text'),
        progress: progress(1),
        side: 'bottom',
      },
      {
        target: 'map',
        title: t('map.letterboxes.title'),
        description: t('map.letterboxes.text'),
        progress: progress(2),
        side: 'left',
      },
    ],
    letterbox: [
      {
        target: 'borrow',
        title: t('letterbox.borrow.title'),
        description: t('letterbox.borrow.text'),
        side: 'right',
      },
    ],
  }
}
