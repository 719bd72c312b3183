import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { SilenceNotice } from '#features/lending/upkeep/web/door.ts'
import type { User } from '#features/people/accounts/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { mayBeAsked } from '#features/places/letterboxes/askable.ts'
import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import type { LetterboxKind } from '#features/places/letterboxes/letterbox-kinds.ts'
import { SHOW_AROUND } from '#features/places/map/web/data/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { LetterboxMarkerImage } from '#platform/web/ui/artwork/letterbox-marker-image.tsx'
import { Chip } from '#platform/web/ui/chip.tsx'
import { CountBadge } from '#platform/web/ui/count-badge.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import classes from './dashboard.module.css'
import { NobodyCanAsk } from './nobody-can-ask.tsx'
import { ParcelHint } from './parcel-hint.tsx'

const STICKERS_SHOWN = 8

interface DashboardProps {
  user: User
  newTransactions: number
  /** Below the letterbox, or last on a phone. */
  children?: ReactNode
}

/** Overview of the own letterbox, with links to every setting. */
export function Dashboard({ user, newTransactions, children }: DashboardProps) {
  return (
    <div className={classes.dashboard}>
      <div className={classes.own}>
        {user.letterbox ? (
          <>
            <SilenceNotice {...user.letterbox} />
            <ParcelHint user={user} letterbox={user.letterbox} />
            <NobodyCanAsk user={user} letterbox={user.letterbox} />
            <LetterboxCard user={user} letterbox={user.letterbox} />
          </>
        ) : (
          <NoLetterbox />
        )}
      </div>
      <SettingsList
        newTransactions={newTransactions}
        letterbox={user.letterbox !== null}
        staff={user.tasks.length > 0}
      />
      {children}
    </div>
  )
}

/** For an account without a letterbox: an invited member who has left the household or not joined it yet. */
function NoLetterbox() {
  const { t } = useTranslation('profile')
  return (
    <section className={classes.card} aria-labelledby="own-letterbox">
      <h2 id="own-letterbox" className={classes.street} translate="no">
        {t('dashboard.noLetterbox')}
      </h2>
      <p className={classes.empty}>{t('dashboard.noLetterboxBody')}</p>
      <div className={classes.actions}>
        <AppButton component={Link} to={paths.updateLetterBoxAddress()}>
          {t('dashboard.enterAddress')}
        </AppButton>
      </div>
    </section>
  )
}

/** The marker as on the map. Members looking at their own letterbox are active. */
const markerOf = ({ role_name, privacy, reachable }: OwnLetterbox): LetterboxKind =>
  role_name !== 'normal'
    ? role_name
    : mayBeAsked(privacy, reachable)
      ? 'messaging_active'
      : 'normal'

function LetterboxCard({ user, letterbox }: { user: User; letterbox: OwnLetterbox }) {
  const { t } = useTranslation('profile')
  const { items, privacy } = letterbox
  const isPlaced = letterbox.latitude !== null
  // The account was registered only to borrow. The two skipped steps can still be taken.
  const onlyBorrows = !isPlaced && !privacy.show_on_map
  return (
    <section className={classes.card} aria-labelledby="own-letterbox">
      <div className={classes.sign}>
        <LetterboxMarkerImage kind={markerOf(letterbox)} height={112} />
        <div className={classes.address}>
          <h2 id="own-letterbox" className={classes.street} translate="no">
            {user.address}
          </h2>
          <p className={classes.city} translate="no">
            {user.postcode} {user.city}
          </p>
          {letterbox.user_id === user.id || !letterbox.firstname ? null : (
            <p className={classes.city}>{t('dashboard.shared', { name: letterbox.firstname })}</p>
          )}
          <div className={classes.chips}>
            <OnMapChip
              letterbox={letterbox}
              waits={letterbox.user_id === user.id && Boolean(user.waiting_since)}
            />
            {isPlaced && !letterbox.location_verified ? (
              <Chip tone="yellow" icon="mapMarker">
                {t('dashboard.confirmSpot')}
              </Chip>
            ) : null}
            {letterbox.address_verified ? (
              <Chip tone="leaf" icon="check">
                {t('dashboard.addressVerified')}
              </Chip>
            ) : null}
          </div>
        </div>
      </div>
      {letterbox.hidden ? <HiddenByCommunity hidden={letterbox.hidden} /> : null}
      {items.length > 0 ? (
        <div className={classes.stickers}>
          {items.slice(0, STICKERS_SHOWN).map((item) => (
            <StickerImage key={item.id} imagePath={item.image_path} name="" size={52} />
          ))}
          {items.length > STICKERS_SHOWN ? (
            <span className={classes.more}>+{items.length - STICKERS_SHOWN}</span>
          ) : null}
        </div>
      ) : (
        <p className={classes.empty}>
          {t(onlyBorrows ? 'dashboard.onlyBorrow' : 'dashboard.noItems')}
        </p>
      )}
      <div className={classes.actions}>
        {onlyBorrows ? (
          <AppButton component={Link} to={paths.registerStep(3)}>
            {t('dashboard.lendToo')}
          </AppButton>
        ) : (
          <NextStep placed={isPlaced} hasItems={items.length > 0} letterboxId={letterbox.id} />
        )}
      </div>
    </section>
  )
}

/** Says that the community has hidden the letterbox, why, and how to respond. */
function HiddenByCommunity({ hidden }: { hidden: NonNullable<OwnLetterbox['hidden']> }) {
  const { t } = useTranslation('profile')
  return (
    <Notice title={t('dashboard.hidden.title')}>
      {t('dashboard.hidden.since', { date: dateInWords(hidden.at) })}
      <blockquote className={classes.reason}>{hidden.reason}</blockquote>
      {t('dashboard.hidden.reply')}
    </Notice>
  )
}

/** Whether neighbours see the letterbox, and if not, for how long. */
function OnMapChip({ letterbox, waits }: { letterbox: OwnLetterbox; waits: boolean }) {
  const { t } = useTranslation('profile')
  if (letterbox.hidden) return <Chip icon="eyeOff">{t('dashboard.hidden.chip')}</Chip>
  if (letterbox.latitude === null || !letterbox.privacy.show_on_map || letterbox.gone) {
    return <Chip icon="eyeOff">{t('dashboard.notOnMap')}</Chip>
  }
  // The owner waits to be admitted.
  if (waits) return <Chip icon="eyeOff">{t('dashboard.notYet')}</Chip>
  if (letterbox.holiday_until) {
    return (
      <Chip icon="calendar">
        {t('dashboard.onHoliday', { date: dateInWords(letterbox.holiday_until) })}
      </Chip>
    )
  }
  return (
    <Chip tone="leaf" icon="check">
      {t('dashboard.onMap')}
    </Chip>
  )
}

interface NextStepProps {
  placed: boolean
  hasItems: boolean
  letterboxId: string
}

/** The most urgent step: set a position, choose stickers, or view the letterbox. */
function NextStep({ placed, hasItems, letterboxId }: NextStepProps) {
  const { t } = useTranslation('profile')
  if (!placed) {
    return (
      <AppButton component={Link} to={paths.updateLetterBoxLocation()}>
        {t('dashboard.placeIt')}
      </AppButton>
    )
  }
  if (!hasItems) {
    return (
      <AppButton component={Link} to={paths.updateLetterBoxItems()}>
        {t('dashboard.chooseItems')}
      </AppButton>
    )
  }
  return (
    <AppButton component={Link} to={paths.letterbox(letterboxId)} tone="secondary">
      {t('dashboard.seeOnMap')}
    </AppButton>
  )
}

interface SettingsListProps {
  newTransactions: number
  /** Without a letterbox the links to stickers, position and visibility are left out. */
  letterbox: boolean
  /** True if the member has a task in the back office. */
  staff: boolean
}

function SettingsList({ newTransactions, letterbox, staff }: SettingsListProps) {
  const { t } = useTranslation('profile')
  return (
    <nav aria-label={t('dashboard.settings')} className={classes.settings}>
      <Group title={t('dashboard.letterboxGroup')}>
        <SettingsLink to={paths.inbox()} icon="inbox" name={t('dashboard.inbox')}>
          <CountBadge
            count={newTransactions}
            label={t('dashboard.newMessages', { count: newTransactions })}
          />
        </SettingsLink>
        {letterbox ? (
          <SettingsLink
            to={paths.updateLetterBoxItems()}
            icon="sticker"
            name={t('dashboard.items')}
          />
        ) : null}
        <SettingsLink
          to={paths.updateLetterBoxAddress()}
          icon="mailbox"
          name={t('dashboard.address')}
        />
        {letterbox ? (
          <>
            <SettingsLink
              to={paths.updateLetterBoxLocation()}
              icon="mapMarker"
              name={t('dashboard.location')}
            />
            <SettingsLink to={paths.lent()} icon="handOver" name={t('dashboard.lent')} />
            <SettingsLink to={paths.holiday()} icon="calendar" name={t('dashboard.holiday')} />
            <SettingsLink to={paths.ownCode()} icon="qrCode" name={t('dashboard.ownCode')} />
            <SettingsLink
              to={paths.stickerSheet()}
              icon="printer"
              name={t('dashboard.stickerSheet')}
            />
            <SettingsLink to={paths.poster()} icon="printer" name={t('dashboard.poster')} />
          </>
        ) : null}
        <SettingsLink to={paths.calendar()} icon="calendar" name={t('dashboard.calendar')} />
        <SettingsLink to={paths.household()} icon="people" name={t('dashboard.household')} />
        <SettingsLink to={paths.wishes()} icon="bell" name={t('dashboard.wishes')} />
        <SettingsLink to={paths.privacy()} icon="shield" name={t('dashboard.privacy')} />
      </Group>
      <Group title={t('dashboard.accountGroup')}>
        <SettingsLink to={paths.updateAccount()} icon="account" name={t('dashboard.account')} />
        <SettingsLink to={paths.security()} icon="key" name={t('dashboard.security')} />
        <SettingsLink
          to={paths.notifications()}
          icon="bellRing"
          name={t('dashboard.notifications')}
        />
        <SettingsLink to={paths.userOrders()} icon="receipt" name={t('dashboard.orders')} />
        <SettingsLink to={paths.memberships()} icon="heart" name={t('dashboard.memberships')} />
        <SettingsLink
          to={paths.home()}
          state={SHOW_AROUND}
          icon="map"
          name={t('dashboard.showAround')}
        />
        {staff ? (
          <SettingsLink to={paths.admin()} icon="bolt" name={t('dashboard.backOffice')} />
        ) : null}
        <SettingsLink to={paths.logout()} icon="logOut" name={t('dashboard.logOut')} />
        <SettingsLink to={paths.deleteAccount()} icon="trash" name={t('dashboard.deleteAccount')} />
      </Group>
    </nav>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={classes.groupTitle}>
        {title}
      </h2>
      <ul className={classes.list} aria-labelledby={id}>
        {children}
      </ul>
    </div>
  )
}

interface SettingsLinkProps {
  to: string
  state?: unknown
  icon: IconName
  name: string
  children?: React.ReactNode
}

function SettingsLink({ to, state, icon, name, children }: SettingsLinkProps) {
  return (
    <li>
      <Link to={to} state={state} className={classes.link}>
        <Icon name={icon} className={classes.icon} />
        <span className={classes.linkName}>{name}</span>
        {children}
        <Icon name="chevronRight" className={classes.chevron} />
      </Link>
    </li>
  )
}
