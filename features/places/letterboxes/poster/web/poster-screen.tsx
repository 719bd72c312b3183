import { useState } from 'react'
import { Link } from 'react-router'
import { WithUser } from '#features/people/accounts/web/door.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import {
  codeLink,
  useOwnCode,
  useQrCode,
} from '#features/places/letterboxes/codes/web/data/door.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { isOwnOnMap } from '#features/places/letterboxes/own-on-map.ts'
import { paths } from '#platform/shared/paths.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { BackToProfile } from '#platform/web/ui/back-to-profile.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { ChoiceField } from '#platform/web/ui/forms/choice-field.tsx'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { Paper } from '#platform/web/ui/paper.tsx'
import classes from './poster-screen.module.css'
import { PAPER, POSTER_FORMATS, type PosterFormat, PosterSheet } from './poster-sheet.tsx'

const FILE_NAME = 'letterlend-qr'

/** Prints the user's letterbox as a poster: address, stickers and the code that links to it. */
export function PosterScreen() {
  const { t } = useTranslation('share')
  return (
    <WithUser>
      {({ letterbox }) => (
        <Page width="medium">
          <BackToProfile />
          <Sheet>
            <PageTitle title={t('poster.title')} lead={t('poster.lead')} />
            {letterbox?.latitude == null ? (
              <>
                <p className={classes.missing}>{t('poster.noLetterbox')}</p>
                <AppButton component={Link} to={paths.profile()}>
                  {t('poster.toProfile')}
                </AppButton>
              </>
            ) : (
              <PosterChoice letterbox={letterbox} />
            )}
          </Sheet>
        </Page>
      )}
    </WithUser>
  )
}

function PosterChoice({ letterbox }: { letterbox: OwnLetterbox }) {
  const { t } = useTranslation('share')
  const [format, setFormat] = useState<PosterFormat>('cut')
  const own = useOwnCode(letterbox.id)
  // Without network the poster has the long address, which leads to the same letterbox.
  const link = own.data
    ? codeLink(own.data.code)
    : new URL(paths.letterbox(letterbox.id), window.location.origin).href
  const picture = useQrCode(link)
  const code = own.data || own.isError || own.isPaused ? picture : undefined
  const catalogue = useItems().data ?? []
  const items = letterbox.items.map((item) => ({
    ...item,
    name: itemName(
      catalogue.find(({ id }) => id === item.id),
      currentLanguage(),
    ),
  }))
  const content = {
    format,
    address: letterbox.address,
    town: `${letterbox.postcode} ${letterbox.city}`,
    items,
    code: code?.svg,
    link: own.data ? link.replace(/^https?:\/\//, '') : undefined,
  }
  return (
    <>
      {isOwnOnMap(letterbox) ? null : <Notice>{t('poster.hidden')}</Notice>}
      <ChoiceField
        label={t('poster.format')}
        options={POSTER_FORMATS.map((value) => ({ value, label: t(`poster.${value}`) }))}
        value={format}
        onChange={setFormat}
      />
      <Paper label={t('poster.preview', { address: letterbox.address })} size={PAPER[format]}>
        <PosterSheet {...content} />
      </Paper>
      <div className={classes.actions}>
        <AppButton onClick={() => window.print()} disabled={!code}>
          {t('poster.print')}
        </AppButton>
        <p className={classes.hint}>{t('poster.hint')}</p>
      </div>
      <p className={classes.files}>
        {t('poster.codeOnly')}{' '}
        <a href={code?.png} download={`${FILE_NAME}.png`}>
          {t('poster.png')}
        </a>{' '}
        <a href={code?.svg} download={`${FILE_NAME}.svg`}>
          {t('poster.svg')}
        </a>
      </p>
    </>
  )
}
