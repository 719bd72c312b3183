import { paths } from '@letterlend/contract/paths.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiError } from '../../data/api-client.ts'
import { likelyCountry } from '../../data/likely-country.ts'
import { AccountStep } from '../../features/accounts/registration/account-step.tsx'
import { OnlyBorrow } from '../../features/accounts/registration/only-borrow.tsx'
import type { RegistrationDraft } from '../../features/accounts/registration/registration-state.ts'
import { useSendRegistration } from '../../features/accounts/registration/use-send-registration.ts'
import { AddressForm } from '../../features/profile/address-form.tsx'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import classes from '../../ui/seal-page.module.css'
import { showToast } from '../../ui/toast.ts'
import type { RegistrationPlace } from './registration.tsx'

interface RegisterAccountProps {
  step: 1 | 2
  draft: RegistrationDraft
  setDraft: (draft: RegistrationDraft | null) => void
  place: RegistrationPlace
}

/** Steps 1 and 2: account and address are gathered, then sent together. */
export function RegisterAccount({ step, draft, setDraft, place }: RegisterAccountProps) {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const { pathOf, next } = place
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [onlyBorrow, setOnlyBorrow] = useState(false)
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
          {t('register.haveAccount')} <Link to={paths.login(next)}>{t('register.logIn')}</Link>
        </p>
      </>
    )
  }
  return (
    <AddressForm
      values={{ ...draft, country: draft.country || likelyCountry(navigator.languages) }}
      askNames={false}
      onChange={(values) => setDraft({ ...draft, ...values })}
      onSubmit={async (values) => {
        setOnlyBorrow(false)
        if (await send(values, { onlyBorrow: false })) navigate(pathOf(3))
      }}
      submitLabel={draft.registered ? t('register.next') : t('register.submit')}
      sending={sending && !onlyBorrow}
      failure={failure}
      other={(submit) =>
        next ? null : (
          <OnlyBorrow
            loading={sending && onlyBorrow}
            onPress={() => {
              setOnlyBorrow(true)
              submit(async (values) => {
                if (!(await send(values, { onlyBorrow: true }))) return
                showToast({ message: t('register.onlyBorrow.done') })
                navigate(paths.confirmEmail())
                setDraft(null)
              })
            }}
          />
        )
      }
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
