import { useLocation } from 'react-router'
import { shapeOf } from '#platform/shared/paths.ts'
import { useTranslation } from '../../start/texts.ts'
import classes from './page-loader.module.css'

/** The same number of blocks as in index.html, whose stylesheet arranges them for each screen. */
const PARTS = ['title', 'lead', 'a', 'b', 'c', 'd', 'e', 'f']

/**
 * The skeleton of a screen whose code is loading, shown after 300 ms; without a path, of the screen at the current URL.
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
