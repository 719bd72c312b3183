import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { isMapScreen } from '#platform/shared/paths.ts'
import { isConnected, subscribeToConnection } from '#platform/web/data/connection.ts'
import { mapAge, subscribeToMapAge } from '#platform/web/data/map-age.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import classes from './offline-notice.module.css'

/** While offline, says so, with the age of the map. */
export function OfflineNotice() {
  const { t } = useTranslation('layout')
  const onMap = isMapScreen(useLocation().pathname)
  const online = useSyncExternalStore(subscribeToConnection, isConnected)
  const age = useSyncExternalStore(subscribeToMapAge, mapAge)
  const stale = onMap && (age.kept || !online)
  return (
    <div role="status">
      {online && !stale ? null : (
        <p className={classes.notice}>
          <StartIcon name="offline" size={20} />
          {stale && age.given ? t('offlineMap', { time: timeInWords(age.given) }) : t('offline')}
        </p>
      )}
    </div>
  )
}
