import { ApiError } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { Icon } from '#platform/web/ui/icon.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { CeremonyError, canUsePasskeys } from './data/passkey-ceremony.ts'
import { usePasskeyLogin } from './data/passkeys.ts'

/** Logs in without typing; hidden if passkeys are unavailable. */
export function PasskeyLoginButton() {
  const { t } = useTranslation('accounts')
  const login = usePasskeyLogin()
  const passkeysOffered = useConfig()?.passkeys === true
  if (!passkeysOffered || !canUsePasskeys()) return null
  return (
    <div className={forms.form}>
      <AppButton
        tone="secondary"
        leftSection={<Icon name="key" />}
        loading={login.isPending}
        onClick={() => login.mutate()}
      >
        {t('passkey.logIn')}
      </AppButton>
      {login.isError ? <LoginFailure error={login.error} /> : null}
    </div>
  )
}

function LoginFailure({ error }: { error: Error }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  if (error instanceof CeremonyError) {
    if (error.failure === 'cancelled') return <Notice>{t('passkey.cancelled')}</Notice>
    const text = error.failure === 'wrongAddress' ? 'passkey.wrongAddress' : 'passkey.failed'
    return <Notice kind="error">{t(text)}</Notice>
  }
  const refused = error instanceof ApiError && error.code === 'invalid_credentials'
  return <Notice kind="error">{refused ? t('passkey.refused') : ofError(error)}</Notice>
}
