import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { StartIcon } from '#platform/web/ui/start-icon.tsx'
import { PANEL_ID } from './data/map-links.ts'
import classes from './map-panel.module.css'
import { type SheetHeight, useSheet } from './use-sheet.ts'
import { useVisits } from './use-visits.ts'

interface MapPanelProps {
  /** Accessible name of the panel, and its title unless `plain`. */
  title: string
  /** Identifies the content: a new key scrolls to the top, or to where that content was left before. */
  contentKey: string
  plain?: boolean
  backLabel?: string | undefined
  onBack?: (() => void) | undefined
  onClose: () => void
  /** Called with the height of the sheet that covers the map, in px; 0 if the panel is beside the map. */
  onCovered: (pixels: number) => void
  /** Height of the sheet for new content. */
  opensAt: SheetHeight
  children: ReactNode
}

/** A panel beside the map; below 768 px a sheet with three heights at the map's lower edge. */
export function MapPanel(props: MapPanelProps) {
  const { t } = useTranslation('map')
  const { contentKey, opensAt, onCovered } = props
  const phone = useMediaQuery('(max-width: 767.98px)', undefined, {
    getInitialValueInEffect: false,
  })
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const visit = useVisits(contentKey)
  const opens = visit.height ?? opensAt
  const sheet = useSheet(panel, { enabled: phone, opensAt: opens, contentKey })

  useLayoutEffect(() => {
    if (!phone) onCovered(0)
    else if (sheet.covered !== null) onCovered(sheet.covered)
  }, [onCovered, phone, sheet.covered])

  // Restores the scroll position before the focus returns to a row.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = visit.scrollTop
  }, [visit])
  useLayoutEffect(() => {
    visit.height = sheet.height
  }, [visit, sheet.height])

  // On a phone the title is beside the back button, which leaves more room for the list.
  const title = <h2 className={classes.title}>{props.title}</h2>
  return (
    <section
      ref={panel}
      id={PANEL_ID}
      className={classes.panel}
      aria-label={props.title}
      tabIndex={-1}
      data-height={sheet.height}
      data-dragging={sheet.dragged !== null || undefined}
      style={sheet.dragged === null ? undefined : { height: sheet.dragged }}
    >
      {phone ? (
        <div
          role="slider"
          tabIndex={0}
          className={classes.handle}
          aria-label={t('sheet.label')}
          aria-orientation="vertical"
          aria-valuemin={0}
          aria-valuemax={2}
          aria-valuenow={sheet.index}
          aria-valuetext={t(`sheet.${sheet.height}`)}
          {...sheet.handlers}
        />
      ) : null}
      <header className={classes.header} {...(phone ? sheet.dragHandlers : {})}>
        <div className={classes.bar}>
          {props.onBack ? (
            <button type="button" className={classes.back} onClick={props.onBack}>
              <StartIcon name="arrowLeft" size={22} />
              <span className={phone && !props.plain ? 'visually-hidden' : undefined}>
                {props.backLabel}
              </span>
            </button>
          ) : null}
          {props.plain || (props.onBack && !phone) ? null : title}
          <button
            type="button"
            className={classes.close}
            aria-label={t('panel.close')}
            title={t('panel.close')}
            onClick={props.onClose}
          >
            <StartIcon name="close" />
          </button>
        </div>
        {props.onBack && !props.plain && !phone ? title : null}
      </header>
      <div
        ref={scroller}
        className={classes.content}
        onScroll={({ currentTarget }) => {
          visit.scrollTop = currentTarget.scrollTop
        }}
      >
        {props.children}
      </div>
    </section>
  )
}
