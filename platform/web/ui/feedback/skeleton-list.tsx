import { useTranslation } from '../../start/texts.ts'
import classes from './skeleton-list.module.css'

interface SkeletonListProps {
  rows?: number
  /** Height of a row in px, like the real rows, so that the layout does not jump. */
  rowHeight?: number
}

/** Placeholder for rows that are loading. */
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
