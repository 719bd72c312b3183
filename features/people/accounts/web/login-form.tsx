import { useRef } from 'react'
import { Link } from 'react-router'
import { VALIDATION } from '#platform/shared/errors.ts'
import { emailSchema } from '#platform/shared/input/email.ts'
import { paths } from '#platform/shared/paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import forms from '#platform/web/ui/forms/form.module.css'
import { EmailField, PasswordField } from '#platform/web/ui/forms/form-fields.tsx'
import { useSchemaForm } from '#platform/web/ui/forms/use-schema-form.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { loginSchema } from '../contract.ts'
import { useLogin, useSendLoginLink } from './data/accounts.ts'
import classes from './login-form.module.css'

/**
 * What the login passes to the page for forgotten passwords: in the history state, never in the
 * URL.
 */
interface TypedEmail {
  email: string
}

interface LoginFormProps {
  /** A login link was mailed to this address, if the account exists. */
  onLinkSent: (email: string) => void
}

/** E-mail address and password, or only the address for a login link. */
export function LoginForm({ onLinkSent }: LoginFormProps) {
  const { t } = useTranslation('accounts')
  const login = useLogin()
  const link = useSendLoginLink()
  const password = useRef<HTMLInputElement>(null)
  const { form, field, onSubmit } = useSchemaForm(loginSchema, { email: '', password: '' })
  const failure = login.error ?? link.error

  const send = (values: { email: string; password: string }) => {
    link.reset()
    login.mutate(values, {
      onError: () => {
        password.current?.focus()
        password.current?.select()
      },
    })
  }

  const sendLink = () => {
    login.reset()
    const email = emailSchema.safeParse(form.values.email)
    if (!email.success) {
      form.setErrors({ email: VALIDATION.email })
      form.getInputNode('email')?.focus()
      return
    }
    form.clearErrors()
    link.mutate(email.data, { onSuccess: () => onLinkSent(email.data) })
  }

  return (
    <form className={forms.form} noValidate onSubmit={onSubmit(send)}>
      {failure ? <LoginFailure error={failure} /> : null}
      <EmailField label={t('fields.email')} autoComplete="username" {...field('email')} />
      <div>
        <PasswordField
          ref={password}
          label={t('fields.password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...field('password')}
        />
        <Link
          to={paths.forgotPassword()}
          state={{ email: form.values.email } satisfies TypedEmail}
          className={classes.forgot}
        >
          {t('login.forgot')}
        </Link>
      </div>
      <div className={classes.actions}>
        <AppButton type="submit" loading={login.isPending}>
          {t('login.submit')}
        </AppButton>
        <AppButton tone="secondary" loading={link.isPending} onClick={sendLink}>
          {t('login.sendLink')}
        </AppButton>
      </div>
    </form>
  )
}

function LoginFailure({ error }: { error: Error }) {
  const { ofKey, ofError } = useErrorText()
  const wrong = error instanceof ApiError && error.message === 'Not authorized'
  // The server gives the reason, a text by the staff, only if the password is right.
  if (error instanceof ApiError && error.code === 'account_suspended') {
    return (
      <Notice kind="error" title={ofError(error)}>
        <span className={classes.reason}>{error.message}</span>
      </Notice>
    )
  }
  return (
    <Notice kind="error">{wrong ? ofKey('errors.validation.loginFailed') : ofError(error)}</Notice>
  )
}
