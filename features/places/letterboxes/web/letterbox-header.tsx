import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { formatDistance } from '#platform/web/ui/words/distance.ts'
import { mayBeAsked } from '../askable.ts'
import type { Letterbox } from '../contract.ts'
import { AnswerBand } from './answer-band.tsx'
import { letterboxKind } from './data/letterbox-kind.ts'
import classes from './letterbox-overlay.module.css'

/** Marker, role and address, and the name if its owner shows it. */
export function LetterboxHeader({ letterbox, own }: { letterbox: Letterbox; own: boolean }) {
  const { t } = useTranslation('letterboxes')
  const kind = letterboxKind(letterbox)
  const name = [letterbox.firstname, letterbox.lastname].filter(Boolean).join(' ')
  return (
    <header className={classes.header}>
      <LetterboxMarkerImage kind={kind} own={own} height={92} />
      <div className={classes.who}>
        <h2 className={classes.address} translate="no">
          {letterbox.address}
        </h2>
        <p className={classes.lines}>
          {letterbox.address_addition ? <>{letterbox.address_addition}, </> : null}
          <span translate="no">{`${letterbox.postcode} ${letterbox.city}`}</span>
          {letterbox.distance === null ? null : (
            <>
              {' · '}
              <strong>
                {t('overlay.away', {
                  distance: formatDistance(letterbox.distance, currentLanguage()),
                })}
              </strong>
            </>
          )}
        </p>
        {name ? (
          <p className={classes.name} translate="no">
            {name}
          </p>
        ) : null}
        {letterbox.items.length > 0 && letterbox.items_confirmed_at !== null ? (
          <p className={classes.confirmed}>
            {t('overlay.itemsConfirmed', {
              when: daysAgo(letterbox.items_confirmed_at, currentLanguage()),
            })}
          </p>
        ) : null}
        <div className={classes.facts}>
          <AnswerBand letterbox={letterbox} />
          {letterbox.loans > 0 ? (
            <span className={classes.loans}>
              <Icon name="handOver" size={18} />
              {t('overlay.loans', { count: letterbox.loans })}
            </span>
          ) : null}
        </div>
        <ul className={classes.labels}>
          {own ? <li data-kind="own">{t('overlay.own')}</li> : null}
          {letterbox.role_name === 'normal' ? null : (
            <li data-kind={letterbox.role_name}>{t(`role.${letterbox.role_name}`)}</li>
          )}
          {letterbox.enable_messaging && letterbox.role_name !== 'reseller' ? (
            <Reachable letterbox={letterbox} />
          ) : null}
          {letterbox.address_verified ? (
            <li data-kind="verified" title={t('overlay.addressVerifiedHint')}>
              <Icon name="check" size={16} /> {t('overlay.addressVerified')}
            </li>
          ) : null}
        </ul>
      </div>
    </header>
  )
}

/** Whether members can send requests to a letterbox that takes messages. */
function Reachable({ letterbox }: { letterbox: Letterbox }) {
  const { t } = useTranslation('letterboxes')
  if (!mayBeAsked(letterbox)) return <li>{t('overlay.noRequests')}</li>
  return (
    <li data-kind="messaging">
      {t(letterbox.active ? 'overlay.messagingActive' : 'overlay.messaging')}
    </li>
  )
}
