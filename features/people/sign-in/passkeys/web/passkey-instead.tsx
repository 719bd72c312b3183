import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { canUsePasskeys } from './data/passkey-ceremony.ts'
import classes from './passkey-instead.module.css'

/** Offers a passkey instead of a first password, if the browser supports passkeys. */
export function PasskeyInstead({ proposedName }: { proposedName: string }) {
  const { t } = useTranslation('security')
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  if (!canUsePasskeys()) return null
  return (
    <div className={classes.instead}>
      <p>{t('passkeys.instead')}</p>
      <AppButton
        tone="secondary"
        fullWidth
        leftSection={<Icon name="key" />}
        onClick={() => setAdding(true)}
      >
        {t('passkeys.add')}
      </AppButton>
      {adding ? (
        <AddPasskeyDialog
          proposedName={proposedName}
          onAdded={() => navigate(paths.profile(), { replace: true })}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  )
}
