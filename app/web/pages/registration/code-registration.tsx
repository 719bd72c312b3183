import { Link } from 'react-router'
import {
  EMPTY_DRAFT,
  type RegistrationDraft,
} from '#features/community/joining/registration/web/door.ts'
import { CodeForm } from '#features/shop/parcels/web/door.ts'
import { paths } from '#platform/shared/paths.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Page, PageTitle, Sheet } from '#platform/web/ui/page.tsx'
import classes from '#platform/web/ui/seal-page.module.css'

interface CodeRegistrationProps {
  /** Earlier input. */
  draft?: RegistrationDraft
  onOpened: (draft: RegistrationDraft) => void
  /** Where to go after logging in instead. */
  next: string | undefined
  /** Registration requires a code. */
  needed: boolean
}

/** Entering the code of a letter or parcel without an account: it fills in the address. */
export function CodeRegistration({
  draft = EMPTY_DRAFT,
  onOpened,
  next,
  needed,
}: CodeRegistrationProps) {
  const { t } = useTranslation('parcels')
  return (
    <Page>
      <Sheet>
        <PageTitle
          title={t(needed ? 'invited.title' : 'visitor.title')}
          lead={t(needed ? 'invited.lead' : 'visitor.lead')}
        />
        {needed ? (
          <ul className={classes.gap}>
            <li>{t('invited.letter')}</li>
            <li>{t('invited.household')}</li>
            <li>{t('invited.parcel')}</li>
          </ul>
        ) : null}
        <CodeForm
          onOpened={(code, { items: code_items = [], ...place }) =>
            onOpened({ ...draft, ...place, code, code_items })
          }
        />
        {needed && next ? (
          <p className={classes.aside}>
            <Link to={next}>{t('invited.order')}</Link>
          </p>
        ) : null}
        <p className={classes.aside}>
          {t('visitor.haveAccount')} <Link to={paths.login(next)}>{t('visitor.logIn')}</Link>
        </p>
      </Sheet>
    </Page>
  )
}
