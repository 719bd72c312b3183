import { createContext, useContext } from 'react'
import type { Area } from '#platform/shared/areas.ts'
import { useTranslation } from '../../start/texts.ts'
import { Fold } from '../fold.tsx'
import classes from './viewers-area.module.css'

/** The area to which the viewer's tasks are limited; null for the whole community. */
export const ViewersArea = createContext<Area | null>(null)

/** A sentence for empty lists, which may have rows elsewhere; null for viewers who see everything. */
export function useOnlyInArea(): string | null {
  const { t } = useTranslation('admin')
  return useContext(ViewersArea) && t('area.only')
}

/** More postcodes than this are folded. */
const FEW_POSTCODES = 12

/** Says to which area everything on the screen is limited; renders nothing for viewers who see everything. */
export function AreaLine() {
  const { t } = useTranslation('admin')
  const area = useContext(ViewersArea)
  if (!area) return null
  const postcodes = area.postcodes.join(', ')
  const count = area.postcodes.length
  if (count > FEW_POSTCODES) {
    return (
      <Fold label={t('area.many', { count })} className={classes.area}>
        {postcodes}
      </Fold>
    )
  }
  return (
    <p className={classes.area}>
      {area.country ? t('area.postcodes', { postcodes }) : t('area.outline')}
    </p>
  )
}
