import { useLocation } from 'react-router'
import { shapeOf } from '#platform/shared/paths.ts'
import { useTranslation } from '../../start/texts.ts'
import classes from './page-loader.module.css'

/** As many as index.html has, whose stylesheet gives them the shape of each screen. */
const PARTS = ['title', 'lead', 'a', 'b', 'c', 'd', 'e', 'f']

/**
 * The shape of a screen that is on its way, and only if that takes longer than 300 ms; of the screen
 * at the present address unless another is given.
 */
export function PageLoader({ pathname }: { pathname?: string }) {
  const { t } = useTranslation('layout')
  const here = useLocation().pathname
  return (
    <div role="status" className={classes.root} data-loading data-shell={shapeOf(pathname ?? here)}>
      <span className="visually-hidden">{t('loading')}</span>
      <div className="shell-panel" aria-hidden="true">
        <div className="shape">
          {PARTS.map((part) => (
            <i key={part} />
          ))}
        </div>
      </div>
    </div>
  )
}
