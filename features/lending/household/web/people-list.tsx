import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Household, HouseholdPerson } from '../contract.ts'
import { useRemoveMember } from './data/household.ts'
import classes from './household.module.css'
import { shortDate } from './short-date.ts'

const nameOf = ({ firstname, lastname }: HouseholdPerson) => `${firstname} ${lastname}`.trim()

/** The people who manage the letterbox; the owner can remove the others. */
export function PeopleList({ household, ownId }: { household: Household; ownId: string }) {
  const { t } = useTranslation('household')
  const { ofError } = useErrorText()
  const remove = useRemoveMember()
  const [doomed, setDoomed] = useState<HouseholdPerson | null>(null)
  const name = doomed ? nameOf(doomed) : ''
  const confirm = () => {
    if (!doomed) return
    remove.mutate(doomed.id, {
      onSuccess: () => showToast({ message: t('page.removed', { name }) }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: () => setDoomed(null),
    })
  }
  return (
    <section aria-labelledby="household-people">
      <h2 id="household-people" className={classes.heading}>
        {t('page.people')}
      </h2>
      <ul className={rows.list}>
        {household.people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            own={person.id === ownId}
            onRemove={
              household.role === 'owner' && person.role === 'member'
                ? () => setDoomed(person)
                : undefined
            }
          />
        ))}
      </ul>
      {household.role === 'owner' && household.people.length === 1 ? (
        <p className={rows.detail}>{t('page.alone')}</p>
      ) : null}
      <ConfirmDialog
        opened={doomed !== null}
        title={t('page.removeTitle', { name })}
        confirmLabel={t('page.remove')}
        destructive
        loading={remove.isPending}
        onConfirm={confirm}
        onClose={() => setDoomed(null)}
      >
        {t('page.removeBody', { name })}
      </ConfirmDialog>
    </section>
  )
}

interface PersonRowProps {
  person: HouseholdPerson
  own: boolean
  onRemove: (() => void) | undefined
}

function PersonRow({ person, own, onRemove }: PersonRowProps) {
  const { t } = useTranslation('household')
  const name = nameOf(person)
  return (
    <li className={rows.row}>
      <span className={classes.seal} aria-hidden="true">
        <Icon name={person.role === 'owner' ? 'mailbox' : 'account'} />
      </span>
      <div className={rows.text}>
        <p className={`${rows.name} ${classes.name}`}>
          <span translate="no">{name}</span>
          {own ? <span className={classes.you}> ({t('page.you')})</span> : null}
        </p>
        <p className={rows.detail}>{t(`page.${person.role}`, { date: shortDate(person.since) })}</p>
      </div>
      {onRemove ? (
        <div className={classes.end}>
          <AppButton tone="quiet" aria-label={t('page.removeOf', { name })} onClick={onRemove}>
            {t('page.remove')}
          </AppButton>
        </div>
      ) : null}
    </li>
  )
}
