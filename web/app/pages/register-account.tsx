import { paths, type RegisterStep } from '@letterlend/contract/paths.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { useRegister } from '../../data/accounts.ts'
import { ApiError } from '../../data/api-client.ts'
import { useCaptcha } from '../../data/captcha/use-captcha.ts'
import { useConfig } from '../../data/config.ts'
import { useUpdateAddress } from '../../data/own-letterbox.ts'
import { logIn } from '../../data/session.ts'
import { AccountStep } from '../../features/accounts/registration/account-step.tsx'
import type { RegistrationDraft } from '../../features/accounts/registration/registration-state.ts'
import { AddressForm, type AddressValues } from '../../features/profile/address-form.tsx'
import { currentLanguage, useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import classes from './auth-page.module.css'

interface RegisterAccountProps {
  step: 1 | 2
  draft: RegistrationDraft
  setDraft: (draft: RegistrationDraft | null) => void
  pathOf: (step: RegisterStep) => string
}

/** Steps 1 and 2: account and address are gathered, then sent together. */
export function RegisterAccount({ step, draft, setDraft, pathOf }: RegisterAccountProps) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const { send, sending, failure } = useSendRegistration(draft, setDraft, (error) => {
    setRefusal(error)
    navigate(pathOf(1))
  })

  if (step === 1) {
    return (
      <>
        <AccountStep
          draft={draft}
          refusal={refusal}
          onChange={(values) => setDraft({ ...draft, ...values })}
          onDone={(values) => {
            setDraft({ ...draft, ...values })
            setRefusal(null)
            navigate(pathOf(2))
          }}
        />
        <p className={classes.aside}>
          {t('register.haveAccount')} <Link to={paths.login()}>{t('register.logIn')}</Link>
        </p>
      </>
    )
  }
  return (
    <AddressForm
      values={draft}
      askNames={false}
      onChange={(values) => setDraft({ ...draft, ...values })}
      onSubmit={async (values) => {
        if (await send(values)) navigate(pathOf(3))
      }}
      submitLabel={draft.registered ? t('register.next') : t('register.submit')}
      sending={sending}
      failure={failure}
      back={
        draft.registered ? null : (
          <AppButton tone="quiet" component={Link} to={pathOf(1)}>
            {t('register.back')}
          </AppButton>
        )
      }
    />
  )
}

const ACCOUNT_FIELDS = ['email', 'password', 'firstname', 'lastname']

/** Registers, or corrects the address of an account that this registration made before. */
function useSendRegistration(
  draft: RegistrationDraft,
  setDraft: (draft: RegistrationDraft | null) => void,
  onAccountRefused: (error: ApiError) => void,
) {
  const config = useConfig()
  const takeCaptcha = useCaptcha(config?.captcha === true && !draft.registered)
  const register = useRegister()
  const updateAddress = useUpdateAddress()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const registerOnce = async (values: AddressValues) => {
    const { registered: _unsent, ...account } = draft
    const captcha = await takeCaptcha()
    const token = await register.mutateAsync({
      ...account,
      ...values,
      lang: currentLanguage(),
      captcha,
    })
    // Before the token: whoever is logged in without having registered here must log out first.
    flushSync(() => setDraft({ ...draft, ...values, registered: true }))
    await logIn(token)
  }

  const send = async (values: AddressValues): Promise<boolean> => {
    setSending(true)
    setFailure(null)
    try {
      if (draft.registered) await updateAddress.mutateAsync(values)
      else await registerOnce(values)
      return true
    } catch (error) {
      const aboutAccount =
        error instanceof ApiError && ACCOUNT_FIELDS.some((name) => name in error.errors)
      if (aboutAccount) onAccountRefused(error)
      else setFailure(error)
      return false
    } finally {
      setSending(false)
    }
  }

  return { send, sending, failure }
}
