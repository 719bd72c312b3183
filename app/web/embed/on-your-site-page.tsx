import { useDebouncedCallback } from '@mantine/hooks'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useItems } from '#features/places/items/web/data/door.ts'
import { StickerChips } from '#features/places/items/web/door.ts'
import {
  type NewsFormat,
  newsAreaOf,
  newsFeedPath,
} from '#features/places/letterboxes/news/news-feed.ts'
import { MAX_STICKERS, type MapView } from '#features/places/map/web/data/door.ts'
import { asLanguage, LANGUAGE_NAMES, LANGUAGES } from '#platform/shared/languages.ts'
import { isReadableButton, PRESET_COLOURS } from '#platform/shared/settings/brand-colours.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { EmbedCode } from './embed-code.tsx'
import { type Embedded, embedPath } from './embed-url.ts'
import { useSeenView } from './embed-view.ts'
import classes from './on-your-site.module.css'

const PlaceSearch = lazy(() =>
  import('#features/places/map/web/picker/place-search.tsx').then((m) => ({
    default: m.PlaceSearch,
  })),
)
const ItemPicker = lazy(() =>
  import('#features/places/items/web/item-picker.tsx').then((m) => ({ default: m.ItemPicker })),
)

/** Heights of the frame in CSS pixels. */
const HEIGHT = { least: 240, most: 2000, first: 480 }
const ZOOMS = { ROOFTOP: 17, STREET: 16, APPROXIMATE: 14 } as const

const AS_THE_APP: Embedded = {
  stickerIds: [],
  match: 'any',
  messagingOnly: false,
  view: null,
  locked: false,
  scheme: null,
  colour: null,
  language: null,
}

/** Chooses how the map looks on another site, shows the result and gives the code. */
export function OnYourSitePage() {
  const { t } = useTranslation('on-your-site')
  const start = useConfig()?.map_start ?? null
  const frame = useRef<HTMLIFrameElement>(null)
  const [chosen, setChosen] = useState(AS_THE_APP)
  const [height, setHeight] = useState(String(HEIGHT.first))
  const [seen, setSeen] = useSeenView(frame)
  const pixels = Number(height)
  const isHeight = Number.isInteger(pixels) && pixels >= HEIGHT.least && pixels <= HEIGHT.most
  const frameHeight = isHeight ? pixels : HEIGHT.first
  /** The preview loads again, where it was last seen. */
  const change = (part: Partial<Embedded>) =>
    setChosen({ ...chosen, view: seen ?? chosen.view, ...part })
  const moveTo = (view: MapView) => {
    setSeen(view)
    change({ view })
  }
  const shown = { ...chosen, view: chosen.view ?? start }
  return (
    <Page width="wide">
      <Sheet>
        <PageTitle title={t('title')} lead={t('lead')} />
        <div className={classes.columns}>
          <div className={classes.choices}>
            <section className={classes.choice}>
              <h2>{t('area')}</h2>
              <p>{t('areaHint')}</p>
              <Suspense fallback={<SkeletonList rows={1} rowHeight={70} />}>
                <PlaceSearch
                  label={t('place')}
                  onPick={(position, place) =>
                    moveTo({ ...position, zoom: place.zoom ?? ZOOMS[place.location_type] })
                  }
                />
              </Suspense>
            </section>
            <StickerChoice chosen={chosen} change={change} />
            <LookChoice chosen={chosen} change={change} />
            <TextField
              label={t('height')}
              description={t('heightHint')}
              inputMode="numeric"
              value={height}
              error={isHeight ? null : t('heightWrong', HEIGHT)}
              onChange={(event) => setHeight(event.currentTarget.value.trim())}
            />
          </div>
          <div className={classes.result}>
            <h2>{t('preview')}</h2>
            <iframe
              ref={frame}
              className={classes.frame}
              title={t('preview')}
              src={embedPath(shown)}
              height={frameHeight}
            />
            <EmbedCode
              path={embedPath({ ...shown, view: seen ?? shown.view })}
              height={frameHeight}
            />
            <NewsFeeds view={seen ?? shown.view} />
          </div>
        </div>
      </Sheet>
    </Page>
  )
}

/** Addresses of the feeds with what is new around the middle of the map. */
function NewsFeeds({ view }: { view: MapView | null }) {
  const { t } = useTranslation('on-your-site')
  if (!view) return null
  const area = newsAreaOf(view)
  const feed = (format: NewsFormat) => newsFeedPath(format, area, currentLanguage())
  return (
    <section className={classes.choice}>
      <h2>{t('feeds')}</h2>
      <p>{t('feedsHint', { km: area.km })}</p>
      <ul className={classes.feeds}>
        <li>
          <a href={feed('atom')}>Atom</a>
        </li>
        <li>
          <a href={feed('json')}>JSON Feed</a>
        </li>
      </ul>
    </section>
  )
}

interface ChoiceProps {
  chosen: Embedded
  change: (part: Partial<Embedded>) => void
}

function StickerChoice({ chosen, change }: ChoiceProps) {
  const { t } = useTranslation('on-your-site')
  const items = useItems().data ?? []
  const [picking, setPicking] = useState(false)
  const { stickerIds } = chosen
  const without = (id: number) => stickerIds.filter((one) => one !== id)
  const toggle = (id: number) => {
    if (stickerIds.includes(id)) return change({ stickerIds: without(id) })
    if (stickerIds.length < MAX_STICKERS) change({ stickerIds: [...stickerIds, id] })
  }
  return (
    <section className={classes.choice}>
      <h2>{t('stickers')}</h2>
      {stickerIds.length === 0 ? (
        <p>{t('allStickers')}</p>
      ) : (
        <>
          <p>{t('someStickers')}</p>
          <StickerChips
            items={stickerIds.flatMap((id) => items.find((item) => item.id === id) ?? [])}
            match={chosen.match}
            onRemove={(id) => change({ stickerIds: without(id) })}
            onAdd={picking || stickerIds.length >= MAX_STICKERS ? null : () => setPicking(true)}
            onMatch={(match) => change({ match })}
          />
        </>
      )}
      {stickerIds.length === 0 && !picking ? (
        <AppButton tone="secondary" onClick={() => setPicking(true)}>
          {t('chooseStickers')}
        </AppButton>
      ) : null}
      {picking ? (
        <>
          <div className={classes.picker}>
            <Suspense fallback={<SkeletonList rows={3} rowHeight={96} />}>
              <ItemPicker items={items} selected={[...stickerIds]} onToggle={toggle} />
            </Suspense>
          </div>
          <AppButton tone="secondary" onClick={() => setPicking(false)}>
            {t('stickersDone')}
          </AppButton>
        </>
      ) : null}
      <CheckField
        label={t('locked')}
        hint={t('lockedHint')}
        checked={chosen.locked}
        onChange={(locked) => change({ locked })}
      />
      <CheckField
        label={t('messagingOnly')}
        checked={chosen.messagingOnly}
        onChange={(messagingOnly) => change({ messagingOnly })}
      />
    </section>
  )
}

function LookChoice({ chosen, change }: ChoiceProps) {
  const { t } = useTranslation('on-your-site')
  const id = useId()
  const [colour, setColour] = useState<string>(chosen.colour ?? PRESET_COLOURS.primary)
  // A colour field changes with each movement of the pointer; each change loads the preview again.
  const applySoon = useDebouncedCallback((picked: string) => change({ colour: picked }), 300)
  return (
    <section className={classes.choice}>
      <h2>{t('look')}</h2>
      <ChoiceField
        label={t('scheme')}
        options={(['device', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`schemes.${value}`),
        }))}
        value={chosen.scheme ?? 'device'}
        onChange={(scheme) => change({ scheme: scheme === 'device' ? null : scheme })}
      />
      <ChoiceField
        label={t('colour')}
        options={(['community', 'own'] as const).map((value) => ({
          value,
          label: t(`colours.${value}`),
        }))}
        value={chosen.colour ? 'own' : 'community'}
        onChange={(whose) => change({ colour: whose === 'own' ? colour : null })}
      />
      {chosen.colour ? (
        <div className={classes.colour}>
          <label htmlFor={id}>{t('ownColour')}</label>
          <input
            id={id}
            type="color"
            value={colour}
            onChange={({ currentTarget }) => {
              setColour(currentTarget.value)
              applySoon(currentTarget.value)
            }}
          />
        </div>
      ) : null}
      {chosen.colour && !isReadableButton(chosen.colour) ? (
        <Notice kind="error">{t('unreadable')}</Notice>
      ) : null}
      <SelectField
        label={t('language')}
        value={chosen.language ?? ''}
        data={[
          { value: '', label: t('languageOfVisitor') },
          ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        onChange={({ currentTarget }) => change({ language: asLanguage(currentTarget.value) })}
      />
    </section>
  )
}
