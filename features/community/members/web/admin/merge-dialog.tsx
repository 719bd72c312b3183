import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { PageLoader } from '#platform/web/ui/feedback/page-loader.tsx'
import { SearchField } from '#platform/web/ui/forms/search-field.tsx'
import type { AdminUser, AdminUserRow } from '../../contract.admin.ts'
import { useAdminUsers, useMergePreview } from './data/users.ts'
import { MergePreviewForm } from './merge-preview-form.tsx'
import { UserBadges } from './user-badges.tsx'
import { nameOf, placeOf } from './user-words.ts'
import classes from './users.module.css'

/** Number of results that fit below the field. More letters narrow the search. */
const MOST_FOUND = 5
const SEARCH_AFTER_MS = 200

interface MergeDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
}

/** Merges another account of the same person into this one: first choose it, then review the preview. */
export function MergeDialog({ user, opened, onClose }: MergeDialogProps) {
  const { t } = useTranslation('admin-users')
  const [from, setFrom] = useState<string | null>(null)
  const close = () => {
    setFrom(null)
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={t('merge.title')}>
      {from === null ? (
        <OtherAccount user={user} onChoose={setFrom} />
      ) : (
        <Preview id={user.id} from={from} onAnother={() => setFrom(null)} onMerged={close} />
      )}
    </Dialog>
  )
}

interface OtherAccountProps {
  user: AdminUser
  onChoose: (id: string) => void
}

function OtherAccount({ user, onChoose }: OtherAccountProps) {
  const { t } = useTranslation('admin-users')
  // The second account usually has the same name.
  const [text, setText] = useState(nameOf(user))
  const [search] = useDebouncedValue(text, SEARCH_AFTER_MS)
  const { data, error, refetch } = useAdminUsers({ search, size: `${MOST_FOUND + 1}` })
  const others = (data?.rows ?? []).filter(({ id }) => id !== user.id).slice(0, MOST_FOUND)
  return (
    <div className={classes.dialog}>
      <p className={classes.plain}>
        {t('merge.intro', { name: [nameOf(user), user.email].filter(Boolean).join(', ') })}
      </p>
      <SearchField
        label={t('merge.search')}
        placeholder={t('merge.search')}
        value={text}
        onChange={setText}
        onEnter={() => undefined}
      />
      {error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : null}
      {data && others.length === 0 ? <p className={classes.plain}>{t('merge.none')}</p> : null}
      <ul className={classes.choices}>
        {others.map((other) => (
          <li key={other.id}>
            <button type="button" className={classes.choice} onClick={() => onChoose(other.id)}>
              <Account user={other} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** An account, as the list shows it. */
function Account({ user }: { user: AdminUserRow }) {
  const { t } = useTranslation('admin-users')
  return (
    <span className={classes.who}>
      <strong>{nameOf(user) || t('unnamed')}</strong>
      <span className={classes.email}>
        {[user.email ?? t('noEmail'), placeOf(user)].filter(Boolean).join(', ')}
      </span>
      <UserBadges user={user} />
    </span>
  )
}

interface PreviewProps {
  id: string
  from: string
  onAnother: () => void
  onMerged: () => void
}

function Preview({ id, from, onAnother, onMerged }: PreviewProps) {
  const { t } = useTranslation('admin-users')
  const { data, error, refetch } = useMergePreview(id, from)
  return (
    <div className={classes.dialog}>
      {data ? (
        <MergePreviewForm preview={data} onMerged={onMerged} />
      ) : error ? (
        <LoadFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoader />
      )}
      <AppButton tone="secondary" onClick={onAnother}>
        {t('merge.another')}
      </AppButton>
    </div>
  )
}
