import { paths } from '@letterlend/contract/paths.ts'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '../../data/session.ts'
import { useTranslation } from '../../start/texts.ts'
import { PageTitle } from '../../ui/page.tsx'
import { SealPage } from '../../ui/seal-page.tsx'

const FAREWELL_MS = 1000

/** Ends the session, says so, and goes to the map. */
export function LogoutScreen() {
  const { t } = useTranslation('accounts')
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    logOut()
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.home(), { replace: true }), FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <SealPage icon="check" tone="yes">
      <PageTitle title={t('logout.title')} lead={t('logout.lead')} />
    </SealPage>
  )
}
