import { useTranslation } from 'react-i18next'
import { daysAgo } from '../../days-ago.ts'
import { currentLanguage } from '../../i18n.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirmItems } from './upkeep.api.ts'

/** When the stickers were last said to be true, and the button that says so again. */
export function ItemsConfirmed({ date }: { date: string }) {
  const { t } = useTranslation('upkeep')
  const { ofError } = useErrorText()
  const confirm = useConfirmItems()
  return (
    <Notice
      kind={confirm.isError ? 'error' : 'info'}
      title={t('confirmed.title')}
      action={
        <AppButton
          tone="secondary"
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(undefined, {
              onSuccess: () => showToast({ message: t('confirmed.done') }),
            })
          }
        >
          {t('confirmed.button')}
        </AppButton>
      }
    >
      {confirm.isError
        ? ofError(confirm.error)
        : t('confirmed.lead', { when: daysAgo(date, currentLanguage()) })}
    </Notice>
  )
}
