import { useState } from 'react'
import { flushSync } from 'react-dom'
import { readFlyer, writeFlyer } from '#features/community/joining/flyers/web/data/door.ts'
import { logIn } from '#features/people/accounts/web/data/door.ts'
import { useChangePrivacy } from '#features/places/letterboxes/privacy/web/data/door.ts'
import { useUpdateAddress } from '#features/places/letterboxes/web/data/door.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useCaptcha } from '#platform/web/data/captcha/use-captcha.ts'
import { CONFIG_KEY } from '#platform/web/data/config.ts'
import { queryClient } from '#platform/web/data/query-client.ts'
import { currentLanguage } from '#platform/web/start/texts.ts'
import { registerWithProvider, useRegister } from './data/registering.ts'
import type { RegistrationDraft } from './registration-state.ts'

type Address = Omit<RegistrationDraft, 'email' | 'registered' | 'code' | 'code_items' | 'provider'>

const ACCOUNT_FIELDS = ['email', 'password', 'firstname', 'lastname']

/** Registers, or corrects the address of the account this registration created before. */
export function useSendRegistration(
  draft: RegistrationDraft,
  setDraft: (draft: RegistrationDraft | null) => void,
  onAccountRefused: (error: ApiError) => void,
) {
  const takeCaptcha = useCaptcha(!draft.registered)
  const register = useRegister()
  const updateAddress = useUpdateAddress()
  const changePrivacy = useChangePrivacy()
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const registerOnce = async (values: Address) => {
    const { registered: _unsent, code, code_items: _shown, provider, ...account } = draft
    const captcha = await takeCaptcha()
    const registration = {
      ...account,
      ...values,
      lang: currentLanguage(),
      captcha,
      code: code || undefined,
      flyer: readFlyer() ?? undefined,
    }
    const token = provider
      ? await registerWithProvider(registration)
      : await register.mutateAsync(registration)
    // Set before the token: otherwise the step would ask the member to log out first.
    flushSync(() => setDraft({ ...draft, ...values, registered: true }))
    writeFlyer(null)
    await logIn(token)
  }

  const send = async (values: Address, { onlyBorrow }: { onlyBorrow: boolean }) => {
    if (sending) return false
    setSending(true)
    setFailure(null)
    try {
      if (draft.registered) await updateAddress.mutateAsync(values)
      else await registerOnce(values)
      // A letterbox without a position is not on the map yet; this keeps it off the map.
      if (onlyBorrow) await changePrivacy.mutateAsync({ name: 'show_on_map', value: false })
      return true
    } catch (error) {
      const aboutAccount =
        error instanceof ApiError && ACCOUNT_FIELDS.some((name) => name in error.errors)
      // The community has changed its gate. The page that explains it replaces the form.
      if (error instanceof ApiError && error.code === 'invitation_needed')
        void queryClient.invalidateQueries({ queryKey: CONFIG_KEY })
      if (aboutAccount) onAccountRefused(error)
      else setFailure(error)
      return false
    } finally {
      setSending(false)
    }
  }

  return { send, sending, failure }
}
