import { useTranslation } from '../../start/texts.ts'
import classes from './skeleton-list.module.css'

interface SkeletonListProps {
  rows?: number
  /** Height of a row in px; the same as the rows that will come, so that nothing jumps. */
  rowHeight?: number
}

/** Stands in for rows that are on their way. */
export function SkeletonList({ rows = 4, rowHeight = 56 }: SkeletonListProps) {
  const { t } = useTranslation('layout')
  return (
    <div role="status" className={classes.list} data-loading>
      <span className="visually-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_unused, row) => row).map((row) => (
        <div key={row} className={classes.row} style={{ height: rowHeight }} />
      ))}
    </div>
  )
}
