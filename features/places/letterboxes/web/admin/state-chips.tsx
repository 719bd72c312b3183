import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import type { AdminLetterboxRow } from '../../contract.admin.ts'
import classes from './letterboxes.module.css'

/** The states of a letterbox that need attention, and its visibility. */
export function StateChips({ letterbox }: { letterbox: AdminLetterboxRow }) {
  const { t } = useTranslation('admin-letterboxes')
  const { hidden, on_map, latitude, location_verified, open_reports, role_name } = letterbox
  return (
    <span className={classes.chips}>
      {open_reports > 0 ? (
        <Chip tone="yellow" icon="warning">
          {t('chips.reports', { count: open_reports })}
        </Chip>
      ) : null}
      {hidden ? (
        <Chip tone="yellow" icon="eyeOff">
          {t('chips.hidden')}
        </Chip>
      ) : on_map ? (
        <Chip tone="leaf" icon="check">
          {t('chips.onMap')}
        </Chip>
      ) : (
        <Chip icon="eyeOff">{t(latitude === null ? 'chips.unplaced' : 'chips.notOnMap')}</Chip>
      )}
      {latitude === null || location_verified ? null : (
        <Chip icon="mapMarker">{t('chips.unverified')}</Chip>
      )}
      {role_name === 'normal' ? null : <Chip>{t(`states.${role_name}`)}</Chip>}
    </span>
  )
}
