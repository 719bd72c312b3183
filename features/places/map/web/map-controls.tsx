import { useEffect, useId, useRef, useState } from 'react'
import type { MapLayer } from '#platform/shared/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import type { BasemapState, LayerId } from './engine/base-layers.ts'
import classes from './map-controls.module.css'
import { MapIcon } from './map-icons.tsx'
import { rememberLayer } from './use-letterbox-map.ts'
import type { useLocate } from './use-locate.ts'

interface MapControlsProps {
  layers: MapLayer[]
  basemap: BasemapState | null
  /** Undefined hides the locate button. */
  locate?: ReturnType<typeof useLocate>
  onLayer: (id: LayerId) => void
  onZoom: (steps: number) => void
}

/** Layer switch, locate button and zoom, at the right edge of a map. */
export function MapControls({ layers, basemap, locate, onLayer, onZoom }: MapControlsProps) {
  const { t } = useTranslation('map')
  return (
    <section className={classes.controls} aria-label={t('controls')}>
      {layers.length > 1 ? (
        <LayerSwitch layers={layers} chosen={basemap?.chosen} onLayer={onLayer} />
      ) : null}
      {locate ? (
        <button
          type="button"
          className={classes.button}
          aria-label={t('locate')}
          title={t('locate')}
          aria-busy={locate.locating}
          data-active={locate.located !== null}
          onClick={locate.locate}
        >
          <MapIcon name="locate" />
        </button>
      ) : null}
      <div className={classes.zoom}>
        <button
          type="button"
          className={classes.button}
          aria-label={t('zoomIn')}
          title={t('zoomIn')}
          onClick={() => onZoom(1)}
        >
          <MapIcon name="plus" />
        </button>
        <button
          type="button"
          className={classes.button}
          aria-label={t('zoomOut')}
          title={t('zoomOut')}
          onClick={() => onZoom(-1)}
        >
          <MapIcon name="minus" />
        </button>
      </div>
    </section>
  )
}

interface LayerSwitchProps {
  layers: MapLayer[]
  chosen: LayerId | undefined
  onLayer: (id: LayerId) => void
}

function LayerSwitch({ layers, chosen, onLayer }: LayerSwitchProps) {
  const { t } = useTranslation('map')
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const name = useId()

  useEffect(() => {
    if (!open) return
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', leave)
    // Captures Escape before other handlers close something else.
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [open])

  return (
    <div ref={root} className={classes.layers}>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={t('layers')}
        title={t('layers')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <MapIcon name="layers" />
      </button>
      {open ? (
        <fieldset className={classes.menu}>
          <legend className="visually-hidden">{t('layers')}</legend>
          {layers.map(({ id }) => (
            <label key={id} className={classes.option}>
              <input
                type="radio"
                name={name}
                checked={id === chosen}
                onChange={() => {
                  rememberLayer(id)
                  onLayer(id)
                }}
              />
              {t(`layer.${id}`)}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
