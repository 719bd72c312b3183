import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router'
import {
  admitStep,
  parseStep,
  REGISTRATION_DRAFT,
  type RegistrationDraft,
  RegistrationProgress,
  registrationDraft,
  type Step,
} from '#features/community/joining/registration/web/door.ts'
import { useSession } from '#features/people/accounts/web/data/door.ts'
import { WithUser } from '#features/people/accounts/web/door.ts'
import type { RegisterStep } from '#platform/shared/paths.ts'
import { paths } from '#platform/shared/paths.ts'
import { useConfig } from '#platform/web/data/config.ts'
import { useDraft } from '#platform/web/data/draft.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import { CodeRegistration } from './code-registration.tsx'
import { RegisterAccount } from './register-account.tsx'
import { RegisterItems, RegisterLocation } from './register-letterbox.tsx'

/** The part of the app in which the registration runs. */
export interface RegistrationPlace {
  pathOf: (step: RegisterStep) => string
  /** Where the surrounding order continues. */
  next?: string
}

interface RegistrationProps {
  place: RegistrationPlace
  /** Initial values of the forms. */
  initial: RegistrationDraft
  /** Shown if the user was already logged in before registering. */
  whenLoggedIn: ReactNode
  /** Above and below the steps. */
  header?: ReactNode
  footer?: ReactNode
}

/** The four steps of the registration; the URL determines the step. */
export function Registration({ place, initial, whenLoggedIn, header, footer }: RegistrationProps) {
  const { step: parameter } = useParams()
  const { loggedIn } = useSession()
  const [draft, setDraft] = useDraft(REGISTRATION_DRAFT, initial, registrationDraft)

  const requested = parseStep(parameter)
  const step = admitStep(requested, loggedIn, draft)
  const gate = useConfig()?.gate?.gate
  const inOrder = place.next !== undefined

  if (step === 'log-out-first') return whenLoggedIn
  if (step === 'log-in-first') {
    return <Navigate to={paths.login(place.pathOf(requested ?? 3))} replace />
  }
  if (step <= 2 && !loggedIn && gate === 'invited' && draft.code === '') {
    return <CodeRegistration draft={draft} onOpened={setDraft} next={place.next} needed />
  }
  if (step !== requested) return <Navigate to={place.pathOf(step)} replace />
  return (
    <Page width={step === 4 ? 'medium' : 'narrow'}>
      {header}
      <RegistrationProgress step={step} inOrder={inOrder} />
      <Sheet>
        <StepTitle step={step} inOrder={inOrder} />
        {step <= 2 ? (
          <RegisterAccount
            step={step === 1 ? 1 : 2}
            // Without its session a registration starts over; the input is kept.
            draft={loggedIn ? draft : { ...draft, registered: false }}
            setDraft={setDraft}
            place={place}
          />
        ) : null}
        {step === 3 ? (
          <WithUser>{(user) => <RegisterLocation user={user} place={place} />}</WithUser>
        ) : null}
        {step === 4 ? (
          <WithUser>
            {(user) => <RegisterItems user={user} place={place} onDone={() => setDraft(null)} />}
          </WithUser>
        ) : null}
      </Sheet>
      {footer}
    </Page>
  )
}

const TITLES = { 1: 'account', 2: 'letterbox', 3: 'location', 4: 'items' } as const

function StepTitle({ step, inOrder }: { step: Step; inOrder: boolean }) {
  const { t } = useTranslation('accounts')
  const name = TITLES[step]
  return (
    <PageTitle
      key={step}
      title={t(`register.titles.${name}`)}
      lead={
        inOrder && step === 1 ? t('register.leads.accountInOrder') : t(`register.leads.${name}`)
      }
    />
  )
}
