import { useId } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import classes from '#platform/web/ui/seal-page.module.css'

interface OnlyBorrowProps {
  onPress: () => void
  loading: boolean
}

/** Finishes the registration of a member who has nothing to lend. The address stays private. */
export function OnlyBorrow({ onPress, loading }: OnlyBorrowProps) {
  const { t } = useTranslation('accounts')
  const id = useId()
  return (
    <section className={classes.other} aria-labelledby={id}>
      <h2 id={id}>{t('register.onlyBorrow.title')}</h2>
      <p>{t('register.onlyBorrow.body')}</p>
      <AppButton tone="secondary" loading={loading} onClick={onPress}>
        {t('register.onlyBorrow.action')}
      </AppButton>
    </section>
  )
}
