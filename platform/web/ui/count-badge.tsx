import classes from './count-badge.module.css'

/** The number of new things; nothing at 0. `label` is for screen readers. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className={classes.badge}>
      <span aria-hidden="true" translate="no">
        {count > 99 ? '99+' : count}
      </span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
