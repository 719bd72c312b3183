import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { useAgree, useConsentDue } from './data/legal.ts'
import classes from './legal.module.css'

/** Versions postponed until the app is opened again. */
const putOff = new Set<number>()

/** Asks once to agree to changed terms, in a strip under the navigation that blocks nothing. */
export function TermsConsent({ version }: { version: number }) {
  const { t } = useTranslation('legal')
  const { ofError } = useErrorText()
  const { data } = useConsentDue(version)
  const agree = useAgree()
  const [isPutOff, setPutOff] = useState(putOff.has(version))
  if (!data?.is_due || isPutOff) return null
  return (
    <section aria-label={t('consent.label')} className={classes.consent}>
      <p>
        {t('consent.body')} <Link to={paths.terms()}>{t('consent.read')}</Link>
      </p>
      <div className={classes.actions}>
        <AppButton
          loading={agree.isPending}
          onClick={() =>
            agree.mutate(version, {
              onSuccess: () => showToast({ message: t('consent.thanks') }),
              onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
            })
          }
        >
          {t('consent.agree')}
        </AppButton>
        <AppButton
          tone="quiet"
          onClick={() => {
            putOff.add(version)
            setPutOff(true)
          }}
        >
          {t('consent.later')}
        </AppButton>
      </div>
    </section>
  )
}
