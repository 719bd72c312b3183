import { useTranslation } from '#platform/web/start/texts.ts'
import { AdminPage, type Fact, Facts } from '#platform/web/ui/back-office/admin-page.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import type { ShownKey } from '../../contract.admin.ts'
import { KEY_ROTATIONS, type KeyRotation } from '../../key-table.ts'
import { useKeys } from './data/keys.ts'
import classes from './keys.module.css'

/** The keys: where they are stored, since when, and what rotating them breaks. Read-only. */
export function KeysScreen() {
  const { t } = useTranslation('admin-keys')
  const { data, error, refetch } = useKeys()
  return (
    <AdminPage title={t('title')} lead={t('lead')}>
      {error && !data ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <SkeletonList rows={6} rowHeight={120} />}
      {data ? (
        <div className={classes.content}>
          {KEY_ROTATIONS.map((rotation) => (
            <Group
              key={rotation}
              rotation={rotation}
              rows={data.rows.filter((row) => row.rotation === rotation)}
              command={data.command}
            />
          ))}
          <p className={classes.more}>
            {t('more')} <code>docs/keys.md</code>
          </p>
        </div>
      ) : null}
    </AdminPage>
  )
}

interface GroupProps {
  rotation: KeyRotation
  rows: ShownKey[]
  /** Command to rotate a key, without the key's id. */
  command: string
}

function Group({ rotation, rows, command }: GroupProps) {
  const { t } = useTranslation('admin-keys')
  if (rows.length === 0) return null
  const heading = `keys-${rotation}`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.heading}>
        {t(`groups.${rotation}`)}
      </h2>
      <ul className={classes.list}>
        {rows.map((row) => (
          <KeyRow key={row.id} row={row} command={command} />
        ))}
      </ul>
    </section>
  )
}

function KeyRow({ row, command }: { row: ShownKey; command: string }) {
  const { t } = useTranslation('admin-keys')
  const { id, place, maker, settings, rotation, previous_until, next_waits } = row
  const facts: Fact[] = [
    {
      name: t('where'),
      value: <Place place={t(`places.${place}`)} settings={place === 'database' ? [] : settings} />,
    },
    { name: t('maker'), value: t(`makers.${maker}`) },
    ...ageOf(row, t('age'), t('unknownAge')),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <h3 className={classes.name}>{t(`keys.${id}.name`)}</h3>
        <State row={row} />
      </div>
      <Facts facts={facts} />
      <p className={classes.breaks}>
        <span className={classes.label}>{t('breaks')}</span>
        {t(`keys.${id}.breaks`)}
      </p>
      {next_waits ? <Notice>{t('nextWaits')}</Notice> : null}
      {previous_until ? (
        <p className={classes.until}>
          {t(id === 'dkim' ? 'entryUntil' : 'previousUntil', { date: timeInWords(previous_until) })}
        </p>
      ) : null}
      <How id={id} rotation={rotation} command={command} />
    </li>
  )
}

/** Age of a key; empty if it has none, for example because it is not set or is one of many. */
function ageOf({ made_at, rotation, is_set, count, id }: ShownKey, name: string, unknown: string) {
  if (made_at !== null) return [{ name, value: timeInWords(made_at) }]
  const isOneOfOurs = rotation === 'command' && is_set === true && count === null
  // Only the operator knows the age of a key in the settings file.
  return isOneOfOurs && id !== 'dkim' ? [{ name, value: unknown }] : []
}

function Place({ place, settings }: { place: string; settings: readonly string[] }) {
  if (settings.length === 0) return place
  return (
    <>
      {place}:
      {settings.map((setting, at) => (
        <span key={setting}>
          {at > 0 ? ', ' : ' '}
          <code className={classes.setting}>{setting}</code>
        </span>
      ))}
    </>
  )
}

function State({ row: { is_set, count } }: { row: ShownKey }) {
  const { t } = useTranslation('admin-keys')
  if (count !== null) return <span className={classes.state}>{t('count', { count })}</span>
  if (is_set === null) return null
  return <span className={classes.state}>{t(is_set ? 'state.set' : 'state.unset')}</span>
}

interface HowProps extends Pick<ShownKey, 'id' | 'rotation'> {
  command: string
}

function How({ id, rotation, command }: HowProps) {
  const { t } = useTranslation('admin-keys')
  if (rotation === 'command' || rotation === 'settings') {
    return (
      <div className={classes.how}>
        <p>{t(`how.${rotation}`)}</p>
        <pre className={classes.command}>
          <code>{`${command} ${id}`}</code>
        </pre>
      </div>
    )
  }
  return (
    <p className={classes.how}>
      {t(`how.${rotation}`)}
      {rotation === 'elsewhere' ? (
        <>
          {' '}
          <code>docs/keys.md</code>
        </>
      ) : null}
    </p>
  )
}
