import type { HeldBack } from '#features/places/map/web/door.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import classes from './embed-map.module.css'

const usesCommandKey = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Says how the map is moved, after a gesture that scrolled the page around it. Fades by itself. */
export function GestureHint({ gesture }: { gesture: HeldBack }) {
  const { t } = useTranslation('share')
  return (
    // Whoever listens to the page moves the map by its buttons.
    <p className={classes.hint} aria-hidden="true">
      {gesture === 'finger'
        ? t('embed.twoFingers')
        : t(usesCommandKey() ? 'embed.commandWheel' : 'embed.ctrlWheel')}
    </p>
  )
}
