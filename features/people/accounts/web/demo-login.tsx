import { useTranslation } from '#platform/web/start/texts.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx'
import { Icon, type IconName } from '#platform/web/ui/icon.tsx'
import { PageTitle } from '#platform/web/ui/page.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../demo-accounts.ts'
import { useLogin } from './data/accounts.ts'
import classes from './demo-login.module.css'

const ACCOUNTS = [
  ['demo', 'handOver'],
  ['borrower', 'search'],
  ['admin', 'people'],
] as const satisfies (readonly [keyof typeof DEMO_PEOPLE, IconName])[]

/** Takes the place of the login in a public demo: one press for each of its accounts. */
export function DemoLogin({ resetAt }: { resetAt: string }) {
  const { t } = useTranslation('accounts')
  const { ofError } = useErrorText()
  const login = useLogin()
  return (
    <>
      <PageTitle title={t('login.demo.title')} lead={t('login.demo.lead')} />
      {login.error ? <Notice kind="error">{ofError(login.error)}</Notice> : null}
      <ul className={classes.accounts}>
        {ACCOUNTS.map(([key, icon]) => {
          const { email, firstname, lastname } = DEMO_PEOPLE[key]
          const isPending = login.isPending && login.variables.email === email
          return (
            <li key={key}>
              <button
                type="button"
                className={classes.account}
                aria-disabled={login.isPending || undefined}
                aria-busy={isPending || undefined}
                onClick={() => {
                  if (!login.isPending) login.mutate({ email, password: DEMO_PASSWORD })
                }}
              >
                <span className={classes.seal}>
                  {isPending ? <Spinner size={28} /> : <Icon name={icon} size={28} />}
                </span>
                <span className={classes.words}>
                  <strong className={classes.name}>{`${firstname} ${lastname}`}</strong>
                  <span>{t(`login.demo.${key}`)}</span>
                </span>
                <Icon name="chevronRight" className={classes.arrow} />
              </button>
            </li>
          )
        })}
      </ul>
      <p className={classes.note}>{t('login.demo.note', { time: resetAt })}</p>
    </>
  )
}
