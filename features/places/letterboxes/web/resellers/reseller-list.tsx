import { distanceInMetres, type Position } from '#platform/shared/geography.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import type { Letterbox } from '../../contract.ts'
import { resellerName } from './reseller-card.tsx'
import classes from './resellers.module.css'

interface ResellerListProps {
  resellers: readonly Letterbox[]
  /** Position from which the list is sorted. */
  from: Position
  /** Whether the visitor chose the starting point; only then are distances from it shown. */
  located: boolean
  selected: string | null
  onSelect: (reseller: Letterbox) => void
}

/** Everything on the map of resellers, as a list with the nearest first. */
export function ResellerList(props: ResellerListProps) {
  const { t } = useTranslation('resellers')
  const { resellers, from, located, selected, onSelect } = props
  const language = currentLanguage()
  const sorted = resellers
    .map((reseller) => ({ reseller, metres: distanceInMetres(from, reseller) }))
    .sort((a, b) => a.metres - b.metres)
  return (
    <ul className={classes.list} aria-label={t('list')}>
      {sorted.map(({ reseller, metres }) => (
        <li key={reseller.id}>
          <button
            type="button"
            className={classes.row}
            aria-current={reseller.id === selected || undefined}
            onClick={() => onSelect(reseller)}
          >
            <LetterboxMarkerImage kind="reseller" height={46} />
            <span className={classes.text}>
              <span className={classes.rowName}>{resellerName(reseller)}</span>
              <span className={classes.place}>
                {reseller.address}, {reseller.postcode} {reseller.city}
                {located ? ` · ${formatDistance(metres, language)}` : null}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
