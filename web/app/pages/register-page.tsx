import { paths, type RegisterStep } from '@letterlend/contract/paths.ts'
import { Link, Navigate, useLocation, useParams } from 'react-router'
import { useDraft } from '../../data/draft.ts'
import { useSession } from '../../data/session.ts'
import { RegistrationProgress } from '../../features/accounts/registration/registration-progress.tsx'
import {
  admitStep,
  emptyDraft,
  parseStep,
  REGISTRATION_DRAFT,
  registrationDraft,
  type Step,
} from '../../features/accounts/registration/registration-state.ts'
import { useTranslation } from '../../start/texts.ts'
import { AppButton } from '../../ui/app-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageTitle, Sheet } from '../../ui/page.tsx'
import classes from '../../ui/seal-page.module.css'
import { WithUser } from '../../ui/with-user.tsx'
import { RegisterAccount } from './register-account.tsx'
import { RegisterItems, RegisterLocation } from './register-letterbox.tsx'

const INITIAL = emptyDraft(navigator.languages)

/** The four steps of the registration, below /auth/register and /map/auth/register. */
export function RegisterPage() {
  const { step: parameter } = useParams()
  const { pathname } = useLocation()
  const { loggedIn } = useSession()
  const [draft, setDraft] = useDraft(REGISTRATION_DRAFT, INITIAL, registrationDraft)

  const requested = parseStep(parameter)
  const step = admitStep(requested, loggedIn, draft)
  const pathOf = (target: RegisterStep) =>
    /^\/map\//i.test(pathname) ? paths.mapRegisterStep(target) : paths.registerStep(target)

  if (step === 'log-out-first') return <LogOutFirst />
  if (step === 'log-in-first') {
    return <Navigate to={paths.login(pathOf(requested ?? 3))} replace />
  }
  if (step !== requested) return <Navigate to={pathOf(step)} replace />
  return (
    <Page width={step === 4 ? 'medium' : 'narrow'}>
      <RegistrationProgress step={step} />
      <Sheet>
        <StepTitle step={step} />
        {step <= 2 ? (
          <RegisterAccount
            step={step === 1 ? 1 : 2}
            // Without its session a registration starts over; what was typed is still there.
            draft={loggedIn ? draft : { ...draft, registered: false }}
            setDraft={setDraft}
            pathOf={pathOf}
          />
        ) : null}
        {step === 3 ? (
          <WithUser>{(user) => <RegisterLocation user={user} pathOf={pathOf} />}</WithUser>
        ) : null}
        {step === 4 ? (
          <WithUser>
            {(user) => <RegisterItems user={user} pathOf={pathOf} onDone={() => setDraft(null)} />}
          </WithUser>
        ) : null}
      </Sheet>
    </Page>
  )
}

const TITLES = { 1: 'account', 2: 'letterbox', 3: 'location', 4: 'items' } as const

function StepTitle({ step }: { step: Step }) {
  const { t } = useTranslation('accounts')
  const name = TITLES[step]
  return (
    <PageTitle key={step} title={t(`register.titles.${name}`)} lead={t(`register.leads.${name}`)} />
  )
}

function LogOutFirst() {
  const { t } = useTranslation('accounts')
  return (
    <Page>
      <Sheet>
        <PageTitle title={t('register.logOutFirst.title')} />
        <Notice>{t('register.logOutFirst.body')}</Notice>
        <div className={classes.gap}>
          <AppButton component={Link} to={paths.logout()} fullWidth>
            {t('register.logOutFirst.action')}
          </AppButton>
        </div>
      </Sheet>
    </Page>
  )
}
