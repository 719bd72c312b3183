import type { OwnLetterbox } from '#features/places/letterboxes/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useConfirmItems } from './data/upkeep.ts'

/** For a letterbox that is shown as silent, or left the map because of that: one press ends it. */
export function SilenceNotice({ silent, gone }: Pick<OwnLetterbox, 'silent' | 'gone'>) {
  const { t } = useTranslation('upkeep')
  const { ofError } = useErrorText()
  const confirm = useConfirmItems()
  if (!silent) return null
  const state = gone ? 'gone' : 'silent'
  return (
    <Notice
      kind={confirm.isError ? 'error' : 'info'}
      title={t(`silence.${state}.title`)}
      action={
        <AppButton
          loading={confirm.isPending}
          onClick={() =>
            confirm.mutate(undefined, {
              onSuccess: () => showToast({ message: t(`silence.${state}.done`) }),
            })
          }
        >
          {t('silence.button')}
        </AppButton>
      }
    >
      {confirm.isError ? ofError(confirm.error) : t(`silence.${state}.body`)}
    </Notice>
  )
}
