import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../app-button.tsx'
import { useErrorText } from '../words/error-text.ts'
import { Notice } from './notice.tsx'

interface LoadFailureProps {
  error: unknown
  onRetry: () => void
}

export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const { t } = useTranslation('layout')
  const { ofError } = useErrorText()
  return (
    <Notice
      kind="error"
      action={
        <AppButton tone="secondary" onClick={onRetry}>
          {t('retry')}
        </AppButton>
      }
    >
      {ofError(error)}
    </Notice>
  )
}
