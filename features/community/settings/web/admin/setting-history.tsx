import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Sheet } from '#platform/web/ui/page.tsx'
import { timeInWords } from '#platform/web/ui/words/date-in-words.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Setting, SettingVersion } from '../../contract.admin.ts'
import { useRestoreSetting, useSettingHistory } from './data/settings.ts'
import { SettingValue } from './setting-value.tsx'
import classes from './settings.module.css'

/** Versions per page; see `useSettingHistory`. */
const PAGE_SIZE = 10

/** The earlier values, who set them, and a button to restore each. */
export function SettingHistory({ setting }: { setting: Setting }) {
  const { t } = useTranslation('admin-settings')
  const { ofError } = useErrorText()
  const [page, setPage] = useState(1)
  const { data, error } = useSettingHistory(setting.key, page)
  const restore = useRestoreSetting()
  const back = ({ version: to }: SettingVersion) =>
    restore.mutate(
      { key: setting.key, version: setting.version, to },
      { onSuccess: () => showToast({ message: t('restored', { version: to }) }) },
    )
  return (
    <Sheet>
      <h2>{t('history.title')}</h2>
      {error ? <Notice kind="error">{ofError(error)}</Notice> : null}
      {restore.isError ? <Notice kind="error">{ofError(restore.error)}</Notice> : null}
      {data?.total === 0 ? <p className={classes.lead}>{t('history.empty')}</p> : null}
      <ol className={classes.versions}>
        {data?.rows.map((row) => (
          <li key={row.version} className={classes.version}>
            <div className={classes.said}>
              <h3>
                {t('history.version', { version: row.version })}
                {row.version === setting.version ? ` (${t('history.current')})` : null}
              </h3>
              <p className={classes.origin}>
                {row.saved_at ? timeInWords(row.saved_at) : null}
                {row.saved_by ? ` · ${row.saved_by.name}` : null}
              </p>
              {row.value === null ? (
                <p>{t('history.preset')}</p>
              ) : (
                <SettingValue name={row.key} value={row.value} />
              )}
            </div>
            {row.version === setting.version ? null : (
              <AppButton
                tone="secondary"
                disabled={restore.isPending}
                aria-label={t('history.restoreVersion', { version: row.version })}
                onClick={() => back(row)}
              >
                {t('history.restore')}
              </AppButton>
            )}
          </li>
        ))}
      </ol>
      {data && data.total > PAGE_SIZE ? (
        <div className={classes.pager}>
          <AppButton tone="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('history.newer')}
          </AppButton>
          <AppButton
            tone="quiet"
            disabled={page * PAGE_SIZE >= data.total}
            onClick={() => setPage(page + 1)}
          >
            {t('history.older')}
          </AppButton>
        </div>
      ) : null}
    </Sheet>
  )
}
