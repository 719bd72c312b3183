import type { HeldBack } from '#features/places/map/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './embed-map.module.css'

const usesCommandKey = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Explains how to move the map, after a gesture that scrolled the page. Fades automatically. */
export function GestureHint({ gesture }: { gesture: HeldBack }) {
  const { t } = useTranslation('share')
  return (
    // Users of a screen reader move the map with its buttons.
    <p className={classes.hint} aria-hidden="true">
      {gesture === 'finger'
        ? t('embed.twoFingers')
        : t(usesCommandKey() ? 'embed.commandWheel' : 'embed.ctrlWheel')}
    </p>
  )
}
