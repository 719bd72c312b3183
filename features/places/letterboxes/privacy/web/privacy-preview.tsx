import type { User } from '#features/people/accounts/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Chip } from '#platform/web/ui/chip.tsx'
import classes from './privacy-preview.module.css'

const STICKERS_SHOWN = 5

/** The user's letterbox as others see it with the current settings. */
export function PrivacyPreview({ user }: { user: User }) {
  const { t } = useTranslation('privacy')
  return (
    <section className={classes.preview} aria-labelledby="privacy-preview">
      <h2 id="privacy-preview" className={classes.title}>
        {t('preview.title')}
      </h2>
      <div className={classes.window} aria-live="polite">
        {user.privacy.show_on_map ? (
          <PublicLetterbox user={user} />
        ) : (
          <p className={classes.hidden}>{t('preview.hidden')}</p>
        )}
      </div>
    </section>
  )
}

/** The text that others read if they cannot send a request. */
function whyNot({ privacy, letterbox }: User) {
  if (!privacy.enable_messaging) return 'preview.cannotAsk'
  if (!privacy.takes_requests) return 'preview.noRequests'
  return letterbox?.reachable === false ? 'preview.outOfReach' : 'preview.cannotAsk'
}

function PublicLetterbox({ user }: { user: User }) {
  const { t } = useTranslation('privacy')
  const { show_name, show_email } = user.privacy
  const askable = mayBeAsked(user.privacy, user.letterbox?.reachable)
  const items = user.letterbox?.items ?? []
  const more = items.length - STICKERS_SHOWN
  return (
    <>
      <LetterboxMarkerImage kind={askable ? 'messaging_active' : 'normal'} height={96} />
      <div className={classes.card}>
        {show_name ? (
          <p className={classes.name}>
            {user.firstname} {user.lastname}
          </p>
        ) : null}
        <p className={show_name ? undefined : classes.name}>{user.address}</p>
        <p className={classes.muted}>
          {user.postcode} {user.city}
        </p>
        {show_email ? (
          <p className={classes.email}>
            {user.email} <span className={classes.muted}>({t('preview.loggedInOnly')})</span>
          </p>
        ) : null}
        <div className={classes.chip}>
          {askable ? (
            <Chip tone="leaf" icon="message">
              {t('preview.canAsk')}
            </Chip>
          ) : (
            <Chip>{t(whyNot(user))}</Chip>
          )}
        </div>
        {items.length > 0 ? (
          <div className={classes.stickers}>
            {items.slice(0, STICKERS_SHOWN).map((item) => (
              <StickerImage key={item.id} imagePath={item.image_path} name="" size={44} />
            ))}
            {more > 0 ? <span className={classes.more}>+{more}</span> : null}
          </div>
        ) : null}
      </div>
    </>
  )
}
