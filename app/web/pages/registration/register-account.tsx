import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  AccountStep,
  OnlyBorrow,
  type RegistrationDraft,
  useSendRegistration,
} from '#features/community/joining/registration/web/door.ts'
import { AddressForm } from '#features/community/profile/web/door.ts'
import { ProviderButtons } from '#features/people/sign-in/identity-providers/web/door.ts'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { StickerImage } from '#features/places/items/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import type { ApiError } from '#platform/web/data/api-client.ts'
import { likelyCountry } from '#platform/web/data/likely-country.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import forms from '#platform/web/ui/forms/form.module.css'
import classes from '#platform/web/ui/seal-page.module.css'
import type { RegistrationPlace } from './registration.tsx'

interface RegisterAccountProps {
  step: 1 | 2
  draft: RegistrationDraft
  setDraft: (draft: RegistrationDraft | null) => void
  place: RegistrationPlace
}

/** Steps 1 and 2: account and address, which are sent together. */
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
        {draft.provider === '' ? null : (
          <KeptProvider
            provider={draft.provider}
            onForget={() => setDraft({ ...draft, provider: '' })}
          />
        )}
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
        <div className={`${classes.aside} ${classes.stack}`}>
          {draft.provider === '' ? <ProviderButtons from={next ?? null} /> : null}
          <p>
            {t('register.haveAccount')} <Link to={paths.login(next)}>{t('register.logIn')}</Link>
          </p>
        </div>
      </>
    )
  }
  return (
    <div className={forms.form}>
      {draft.code === '' || draft.registered ? null : (
        <KeptCode draft={draft} onForget={() => setDraft({ ...draft, code: '', code_items: [] })} />
      )}
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
    </div>
  )
}

interface KeptCodeProps {
  draft: RegistrationDraft
  onForget: () => void
}

/** The code that filled in the address verifies it; users who live elsewhere continue without it. */
function KeptCode({ draft: { code_items }, onForget }: KeptCodeProps) {
  const { t } = useTranslation('parcels')
  return (
    <Notice
      kind="success"
      action={
        <AppButton tone="secondary" onClick={onForget}>
          {t('forget')}
        </AppButton>
      }
    >
      {t('kept')}
      {code_items.length > 0 ? <HandedStickers ids={code_items} /> : null}
    </Notice>
  )
}

/** The stickers of the letterbox that the code hands over. */
function HandedStickers({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('parcels')
  const { data: items } = useItems()
  const handed = ids.flatMap((id) => items?.find((item) => item.id === id) ?? [])
  if (handed.length === 0) return null
  return (
    <>
      <p>{t('handed')}</p>
      {handed.map((item) => (
        <StickerImage
          key={item.id}
          imagePath={item.image_path}
          name={itemName(item, currentLanguage())}
          size={40}
        />
      ))}
    </>
  )
}

/** The identity provider that filled in the form and will log in; users can continue without it. */
function KeptProvider({ provider, onForget }: { provider: string; onForget: () => void }) {
  const { t } = useTranslation('identity-providers')
  return (
    <div className={classes.above}>
      <Notice
        kind="success"
        action={
          <AppButton tone="secondary" onClick={onForget}>
            {t('forget', { provider })}
          </AppButton>
        }
      >
        {t('registering', { provider })}
      </Notice>
    </div>
  )
}
