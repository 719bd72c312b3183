import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { type StaffCode, useErrorText } from '#platform/web/ui/words/error-text.ts'
import { isChangedMeanwhile } from './data/users.ts'

const REFUSED = ['own_account', 'is_admin'] as const satisfies readonly StaffCode[]

/** Why a change failed. If another member of the staff was faster, the page below shows their version. */
export function ActFailure({ error }: { error: Error | null }) {
  const { t } = useTranslation('admin-users')
  const { ofError } = useErrorText()
  if (!error) return null
  const refused =
    error instanceof ApiError ? REFUSED.find((code) => code === error.code) : undefined
  return (
    <Notice kind="error">
      {isChangedMeanwhile(error)
        ? t('changedMeanwhile')
        : refused
          ? t(`refused.${refused}`)
          : ofError(error)}
    </Notice>
  )
}
