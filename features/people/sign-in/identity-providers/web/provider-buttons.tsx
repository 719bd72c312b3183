import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useIdentityProviders, useStartLogin } from './data/identity-providers.ts'
import classes from './provider-buttons.module.css'

/** "Log in with …", a button per provider; nothing if the community has none. */
export function ProviderButtons({ from }: { from: string | null }) {
  const { t } = useTranslation('identity-providers')
  const { ofError } = useErrorText()
  const providers = useIdentityProviders()
  const start = useStartLogin()
  if (providers.length === 0) return null
  return (
    <div className={classes.buttons}>
      {providers.map(({ key, name }) => (
        <AppButton
          key={key}
          tone="secondary"
          leftSection={<Icon name="openInNew" />}
          // Keeps loading until the provider's page opens.
          loading={(start.isPending || start.isSuccess) && start.variables.provider === key}
          onClick={() => start.mutate({ provider: key, return_path: from ?? undefined })}
        >
          {t('logIn', { provider: name })}
        </AppButton>
      ))}
      {start.error ? <Notice kind="error">{ofError(start.error)}</Notice> : null}
    </div>
  )
}
