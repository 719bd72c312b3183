import { useState } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { dateFormat } from '#platform/web/ui/words/date-format.ts'
import { daysAgo } from '#platform/web/ui/words/days-ago.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LinkedAccount } from '../contract.ts'
import {
  useIdentityProviders,
  useLinkedAccounts,
  useStartLinking,
  useUnlink,
} from './data/identity-providers.ts'
import { EmailAnswers } from './email-offer.tsx'

/** Linked accounts of the user, and buttons to link another one. */
export function LinkedAccounts() {
  const linked = useLinkedAccounts()
  if (linked.isError) return <LoadFailure error={linked.error} onRetry={() => linked.refetch()} />
  if (!linked.data) return <SkeletonList rows={1} rowHeight={72} />
  return <LinkedList linked={linked.data} />
}

function LinkedList({ linked }: { linked: LinkedAccount[] }) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const providers = useIdentityProviders()
  const start = useStartLinking()
  const [removing, setRemoving] = useState<LinkedAccount | null>(null)
  const unlinked = providers.filter(({ key }) => linked.every(({ provider }) => provider !== key))
  return (
    <>
      {linked.length > 0 ? (
        <ul className={rows.list}>
          {linked.map((account) => (
            <LinkedRow key={account.id} account={account} onRemove={() => setRemoving(account)} />
          ))}
        </ul>
      ) : null}
      {unlinked.length > 0 ? (
        <div className={rows.below}>
          {unlinked.map(({ key, name }) => (
            <AppButton
              key={key}
              tone="secondary"
              leftSection={<Icon name="plus" />}
              loading={(start.isPending || start.isSuccess) && start.variables === key}
              onClick={() => start.mutate(key)}
            >
              {t('linked.add', { provider: name })}
            </AppButton>
          ))}
          {start.error ? <Notice kind="error">{ofError(start.error)}</Notice> : null}
        </div>
      ) : null}
      <UnlinkDialog account={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

function LinkedRow({ account, onRemove }: { account: LinkedAccount; onRemove: () => void }) {
  const { t } = useTranslation('identity-providers')
  const language = currentLanguage()
  const { provider_name, label, new_email, gone, created_at, last_used_at } = account
  const date = dateFormat({ dateStyle: 'medium' }).format(new Date(created_at))
  const used = last_used_at
    ? t('linked.lastUsed', { when: daysAgo(last_used_at, language) })
    : t('linked.neverUsed')
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <h3 className={rows.name}>{provider_name}</h3>
        <p className={rows.detail}>{label}</p>
        <p className={rows.detail}>
          {gone ? t('linked.gone') : `${t('linked.since', { date })} · ${used}`}
        </p>
        {new_email ? (
          <Notice
            action={
              <div className={rows.actions}>
                <EmailAnswers account={account} />
              </div>
            }
          >
            {t('newEmail.lead', { provider: provider_name, email: new_email })}
          </Notice>
        ) : null}
      </div>
      <div className={rows.actions}>
        <AppButton
          tone="quiet"
          aria-label={t('linked.removeOf', { provider: provider_name })}
          onClick={onRemove}
        >
          {t('linked.remove')}
        </AppButton>
      </div>
    </li>
  )
}

function UnlinkDialog({
  account,
  onClose,
}: {
  account: LinkedAccount | null
  onClose: () => void
}) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const unlink = useUnlink()
  const names = { provider: account?.provider_name ?? '', label: account?.label ?? '' }
  const confirm = () => {
    if (!account) return
    unlink.mutate(account.id, {
      onSuccess: () => showToast({ message: t('linked.removed') }),
      onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      opened={account !== null}
      title={t('linked.removeTitle', names)}
      confirmLabel={t('linked.remove')}
      destructive
      loading={unlink.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('linked.removeBody', names)}
    </ConfirmDialog>
  )
}
