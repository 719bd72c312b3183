import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** In place of what a payment provider should have sent, with the way to ask for it again. */
export function ProviderMissing({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { t } = useTranslation('payments')
  return (
    <Notice
      kind="error"
      action={
        <AppButton tone="secondary" onClick={onRetry}>
          {t('retry')}
        </AppButton>
      }
    >
      {words}
    </Notice>
  )
}
