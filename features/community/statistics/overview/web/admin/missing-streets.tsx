import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Shown if the map opens outside the area whose streets the server has: explains how to add the community's own. */
export function MissingStreets() {
  const { t } = useTranslation('admin-overview')
  const config = useConfig()
  if (!config) return null
  const { latitude, longitude } = config.map_start
  const isCovered = config.map_layers.some(({ streets }) => {
    if (!streets) return false
    const [west, south, east, north] = streets.bounds
    return longitude >= west && longitude <= east && latitude >= south && latitude <= north
  })
  if (isCovered) return null
  return <Notice title={t('streets.title')}>{t('streets.body')}</Notice>
}
