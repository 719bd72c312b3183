import { Link } from 'react-router'
import { useMay } from '#features/people/accounts/web/data/door.ts'
import { useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { languageName } from '#platform/web/ui/words/language-name.ts'
import type { AdminLetterbox } from '../../contract.admin.ts'
import classes from './letterboxes.module.css'

const dayOrNever = (at: string | null) => (at === null ? '–' : dateInWords(at))

/** Owner, household and settings, which are read-only here. */
export function LetterboxFacts({ letterbox }: { letterbox: AdminLetterbox }) {
  const { t } = useTranslation('admin-letterboxes')
  const may = useMay()
  const { owner, privacy } = letterbox
  const yes = (is: boolean) => t(is ? 'yes' : 'no')
  return (
    <Facts
      facts={[
        {
          name: t('facts.owner'),
          value: may('GET /admin/users/byId') ? (
            <Link to={adminPaths.screen('users', owner.id)}>
              {letterbox.name || t('facts.toOwner')}
            </Link>
          ) : (
            letterbox.name || '–'
          ),
        },
        {
          name: t('facts.email'),
          value: owner.email ? <a href={`mailto:${owner.email}`}>{owner.email}</a> : '–',
        },
        { name: t('facts.language'), value: languageName(owner.lang) },
        { name: t('facts.household'), value: t('people', { count: letterbox.household }) },
        { name: t('facts.seen'), value: dayOrNever(owner.last_seen_at) },
        { name: t('facts.since'), value: dateInWords(letterbox.created_at) },
        { name: t('facts.confirmed'), value: dayOrNever(letterbox.items_confirmed_at) },
        { name: t('facts.addressVerified'), value: yes(letterbox.address_verified) },
        { name: t('facts.shownOnMap'), value: yes(privacy.show_on_map) },
        { name: t('facts.showsName'), value: yes(privacy.show_name) },
        { name: t('facts.messaging'), value: yes(privacy.enable_messaging) },
        ...(letterbox.holiday_until
          ? [{ name: t('facts.holiday'), value: dateInWords(letterbox.holiday_until) }]
          : []),
        ...(letterbox.silent
          ? [{ name: t('facts.silent'), value: t(letterbox.gone ? 'facts.gone' : 'facts.shown') }]
          : []),
        ...(owner.suspended ? [{ name: t('facts.suspended'), value: yes(true) }] : []),
      ]}
    />
  )
}

export function LetterboxStickers({ letterbox }: { letterbox: AdminLetterbox }) {
  const { t } = useTranslation('admin-letterboxes')
  const { data: all } = useItems()
  if (letterbox.items.length === 0) return <p className={classes.hint}>{t('noStickers')}</p>
  const nameOf = (id: number) =>
    all?.find((item) => item.id === id)?.[`name_${storedLanguage(currentLanguage())}`] ?? `${id}`
  return (
    <ul className={classes.stickers}>
      {letterbox.items.map(({ id, image_path, line }) => (
        <li key={id}>
          <StickerImage imagePath={image_path} name="" size={40} />
          <span>
            {nameOf(id)}
            {line ? <span className={classes.line}>{line}</span> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The reports of members and visitors about the letterbox. */
export function LetterboxReports({ letterbox }: { letterbox: AdminLetterbox }) {
  const { t } = useTranslation(['admin-letterboxes', 'reports'])
  const { reports } = letterbox
  if (reports.length === 0) return <p className={classes.hint}>{t('noReports')}</p>
  return (
    <>
      <ul className={classes.entries}>
        {reports.map(({ id, type, title, message, created_at, open }) => (
          <li key={id}>
            <strong>{title}</strong>
            <span className={classes.hint}>
              {t(`reports:types.${type}`)}, {dateInWords(created_at)},{' '}
              {t(open ? 'reportOpen' : 'reportSettled')}
            </span>
            {message ? <p className={classes.typed}>{message}</p> : null}
          </li>
        ))}
      </ul>
      <Link to={`${adminPaths.screen('reports')}?letterbox_id=${letterbox.id}`}>
        {t('toReports')}
      </Link>
    </>
  )
}

/** The history of the letterbox in the back office. */
export function LetterboxHistory({ letterbox }: { letterbox: AdminLetterbox }) {
  const { t } = useTranslation(['admin-letterboxes', 'admin-audit'])
  if (letterbox.history.length === 0) return <p className={classes.hint}>{t('noHistory')}</p>
  return (
    <ul className={classes.entries}>
      {letterbox.history.map(({ id, verb, by, at }) => (
        <li key={id}>
          <strong>{t(`admin-audit:verbs.${verb}`)}</strong>
          <span className={classes.hint}>
            {by?.name ?? t('admin-audit:goneActor')}, {dateInWords(at)}
          </span>
        </li>
      ))}
    </ul>
  )
}
