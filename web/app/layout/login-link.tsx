import { paths } from '@letterlend/contract/paths.ts'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, call } from '../../data/api-client.ts'
import { logIn } from '../../data/session.ts'
import { useTranslation } from '../../start/texts.ts'
import { useErrorText } from '../../ui/error-text.ts'
import { PageLoader } from '../../ui/page-loader.tsx'
import { showToast } from '../../ui/toast.ts'

interface LoginLinkProps {
  token: string
  onDone: () => void
}

/** Redeems a login link by POST, then shows what it leads to, the map for `/?lt=`; a link that fails leads to the login. */
export function LoginLink({ token, onDone }: LoginLinkProps) {
  const navigate = useNavigate()
  const { ofError } = useErrorText()
  const { t } = useTranslation('layout')
  const started = useRef(false)
  const { pathname, search } = useLocation()
  const aid = new URLSearchParams(search).get('aid') ?? undefined
  const target = pathname === paths.home() ? paths.home({ aid }) : `${pathname}${search}`

  useEffect(() => {
    // The link works once: a second run of this effect would burn it.
    if (started.current) return
    started.current = true
    redeem(token)
      .then(() => navigate(target, { replace: true }))
      .catch((error: unknown) => {
        showToast({
          kind: 'error',
          message: error instanceof ApiError ? ofError(error) : t('loadFailed'),
        })
        navigate(paths.login(target === paths.home() ? undefined : target), { replace: true })
      })
      .finally(onDone)
  }, [token, target, onDone, navigate, ofError, t])

  return <PageLoader />
}

async function redeem(token: string): Promise<void> {
  const { api_token } = await call('POST /auth/loginWithToken', { body: { token } })
  await logIn(api_token)
}
