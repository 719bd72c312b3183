import { useState } from 'react'
import { LOCALES, storedLanguage } from '#platform/shared/languages.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { CheckField } from '#platform/web/ui/forms/check-field.tsx'
import type { AdminUser, RunningLoan } from '../../contract.admin.ts'
import { ActFailure } from './act-failure.tsx'
import { useRemoveUser, useRunningLoans } from './data/users.ts'
import { TypedWordForm } from './typed-word-form.tsx'
import { nameOf } from './user-words.ts'
import classes from './users.module.css'

/** Length of `2026-11-21`. */
const DAY_LENGTH = 10

interface RemoveUserDialogProps {
  user: AdminUser
  opened: boolean
  onClose: () => void
  onRemoved: () => void
}

/** A loan that is out or promised: the item, the other side and the due day. */
function RunningItem({ loan }: { loan: RunningLoan }) {
  const { t } = useTranslation('admin-users')
  const language = currentLanguage()
  const { lends, is_out, item, handover_at, return_by } = loan
  const name = item[`name_${storedLanguage(language)}`]
  const other = loan.with || t('remove.somebody')
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'medium' })
  const day = is_out ? return_by : (handover_at ?? return_by)
  const what = t(lends ? 'remove.lentTo' : 'remove.borrowedFrom', { item: name, name: other })
  if (day === null) return <li>{what}</li>
  // Noon is the same day in every time zone of ours.
  const date = format.format(new Date(day.length === DAY_LENGTH ? `${day}T12:00` : day))
  return <li>{`${what}, ${t(is_out ? 'remove.backBy' : 'remove.fetchedOn', { date })}`}</li>
}

/** Deletes an account after its address was typed, or its name if it has no address. */
export function RemoveUserDialog({ user, opened, onClose, onRemoved }: RemoveUserDialogProps) {
  const { t } = useTranslation('admin-users')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('remove.title', { name: nameOf(user) || t('unnamed') })}
    >
      <RemoveForm user={user} onRemoved={onRemoved} />
    </Dialog>
  )
}

function RemoveForm({ user, onRemoved }: { user: AdminUser; onRemoved: () => void }) {
  const { t } = useTranslation('admin-users')
  const remove = useRemoveUser(user)
  const [hasDied, setHasDied] = useState(false)
  const { lent, borrowed } = user.loans
  const running = useRunningLoans(user.id, lent.running + borrowed.running > 0)
  const send = () =>
    remove.mutate(hasDied, {
      onSuccess: () => {
        showToast({ message: t('remove.done') })
        onRemoved()
      },
    })
  return (
    <TypedWordForm
      word={user.email ?? (nameOf(user) || t('unnamed'))}
      ask={t('remove.type')}
      submitLabel={t('remove.submit')}
      sending={remove.isPending}
      onSend={send}
    >
      <ActFailure error={remove.error} />
      <p className={classes.plain}>{t('remove.body')}</p>
      {lent.running > 0 || borrowed.running > 0 ? (
        <Notice title={t('remove.running')}>
          <p>
            {[
              lent.running > 0 && t('remove.lent', { count: lent.running }),
              borrowed.running > 0 && t('remove.borrowed', { count: borrowed.running }),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <ul>
            {running.data?.loans.map((loan) => (
              <RunningItem key={loan.id} loan={loan} />
            ))}
          </ul>
        </Notice>
      ) : null}
      <CheckField
        label={t('remove.died')}
        hint={t('remove.diedHint')}
        checked={hasDied}
        onChange={setHasDied}
      />
    </TypedWordForm>
  )
}
