import { useConfirmItems } from '../../data/upkeep.ts'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { daysAgo } from '../../ui/days-ago.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'

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
