import { canUsePasskeys, tokenByPasskey } from '#features/people/sign-in/passkeys/web/data/door.ts'
import { ApiError, call } from '#platform/web/data/api-client.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AskingDialog, PasskeyButton } from './asking-dialog.tsx'
import { CodeForm } from './code-form.tsx'

interface SecondStepDialogProps {
  /** Token of the first step. */
  token: string
  /** Called with the token of the session, or null if the user cancelled. */
  onDone: (apiToken: string | null) => void
}

/** After the password or a mailed link: a code, or a passkey, which counts as both factors. */
export function SecondStepDialog({ token, onDone }: SecondStepDialogProps) {
  const { t } = useTranslation('second-factors')
  const passkeysOffered = useConfig()?.passkeys === true && canUsePasskeys()
  return (
    <AskingDialog title={t('stepTitle')} lead={t('stepLead')} onClose={() => onDone(null)}>
      <CodeForm
        takesOneTime
        submitLabel={t('stepSubmit')}
        send={async (code) => {
          const { api_token } = await call('POST /secondFactors/logIn', { body: { token, code } })
          onDone(api_token)
        }}
        wordsOf={(error) =>
          error instanceof ApiError && error.code === 'invalid_token' ? t('stepTooOld') : null
        }
      />
      {passkeysOffered ? <PasskeyButton use={async () => onDone(await tokenByPasskey())} /> : null}
    </AskingDialog>
  )
}
